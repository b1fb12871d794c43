import type { NaturalSize, ImagePoint } from '@pinmark/shared/coordinates'
import { useState } from 'react'
import { useToast } from '../../../ui/toast'
import type { DrawAct } from '../../review/act'
import { useChangeComment } from '../../review/data/thread-calls'
import { startDraft } from '../../review/drafts/draft-actions'
import { editDraft, useDraft } from '../../review/drafts/draft-store'
import { useReview } from '../../review/use-review'
import { withLine, withoutLast, type Drawn } from './drawn'

/** What is drawn on a comment. A draft is stored with each stroke; a stored comment is changed when the drawing ends. The first
 *  stroke without a comment begins one. */
export function useDrawn({ tool, key }: DrawAct, natural: NaturalSize) {
  const review = useReview()
  const { project, part, shown, threads } = review
  const { permanentId } = project
  const toast = useToast()
  const change = useChangeComment(project._id)
  const draft = useDraft(permanentId, key ?? '')
  const comment = draft ? null : (threads.find((thread) => thread.key === key)?.comment ?? null)
  const [edited, setEdited] = useState<Drawn | null>(null)
  const drawn: Drawn | null = draft ?? edited ?? comment
  const drawing = { natural, keepsPin: comment?.kind === 'pin' }

  function store(next: Drawn) {
    if (comment) return setEdited(next)
    const { x, y, w, h, strokes = [] } = next
    const own = draft?.key ?? startDraft(part, { version: shown.version._id, point: { x, y } })
    editDraft(permanentId, own, {
      ...{ x, y, w, h, kind: w === null ? 'pin' : 'region' },
      strokes: strokes.length > 0 ? strokes.map((stroke) => [...stroke]) : undefined,
    })
    if (draft) return
    review.select(own)
    review.beginDraw(tool, own)
  }

  /** A change that fails leaves the drawing open. */
  function finish() {
    const end = () => review.cancel('cancel')
    if (!comment || !edited) return end()
    const { x, y, w, h, strokes = [] } = edited
    const place = comment.kind === 'region' && w !== null && h !== null ? { x, y, w, h } : {}
    change.mutate(
      { id: comment._id, change: { ...place, strokes: strokes.map((stroke) => [...stroke]) } },
      { onSuccess: end, onError: (error) => toast.showFailure(error) },
    )
  }

  return {
    drawn,
    isPending: change.isPending,
    add: (line: readonly ImagePoint[]) => store(withLine(drawn, line, drawing)),
    undo: () => drawn && store(withoutLast(drawn, drawing)),
    finish,
  }
}
