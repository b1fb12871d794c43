import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useShown, type Shown } from '../../features/canvas/zoom/view-store'
import type { Draft } from '../../features/review/drafts/draft'
import {
  editDraft,
  findDraft,
  useDraft,
  useFirstField,
  type FirstField,
} from '../../features/review/drafts/draft-store'
import type { ThreadView } from '../../features/review/thread-view'
import { isPageKey } from '../../lib/shortcuts'
import { LazyBoundary, lazyComponent } from '../../ui/lazy'
import { Composer, ThreadPopup } from './lazy-parts'
import { useReview, useReviewState } from '../../features/review/use-review'

/** Needs the server anyway, so it is not fetched ahead. */
const ReplyMailPopup = lazyComponent(
  async () => (await import('../../features/comments/reply-mail/reply-mail')).ReplyMailPopup,
)

interface ReviewPopupProps {
  readonly viewport: Viewport
  /** The sheet shows the thread. */
  readonly isPhone: boolean
}

/** The popup at the selected pin: its thread, or the composer of a draft. */
export function ReviewPopup({ viewport, isPhone }: ReviewPopupProps) {
  const review = useReview()
  const { part: project, shown, versions, selectedKey, selected, thread } = review
  const versionId = shown.version._id
  const { waiting } = versions
  const isDrawing = useReviewState(({ act }) => act.is === 'draw')
  // The composer stays while its draft exists. The live copy of a comment may arrive before the answer to its
  // sender.
  const draft = useDraft(project.permanentId, selectedKey ?? '')
  const [firstField, setFirstField] = useFirstField(project, draft)
  const { anchorOf } = viewport
  const [sent, setSent] = useState<Comment | null>(null)
  // The offer stands at the spot of the comment, on the version that was shown.
  if (sent && (selectedKey !== null || sent.version !== versionId)) setSent(null)
  const { x, y, w, h } = placeOf(draft ?? sent, selected)
  // The design's box, the anchor of the popup, exists only after the frame is measured.
  const isMeasured = useShown(viewport, isLaidOut)
  const anchor = useMemo(
    () => (isMeasured ? anchorOf(w > 0 && h > 0 ? { x, y, w, h } : { x, y }) : null),
    [isMeasured, anchorOf, x, y, w, h],
  )
  // The popup would cover what is drawn.
  if (!anchor || isDrawing) return null
  if (draft) {
    return (
      <LazyBoundary
        onFailed={review.closeComposer}
        fallback={
          <EarlyLetters project={project} draftKey={draft.key} field={firstField} onField={setFirstField} />
        }
      >
        <Composer
          key={draft.key}
          project={project}
          draftKey={draft.key}
          firstField={firstField}
          anchor={anchor}
          newer={waiting && { number: waiting.number, onShow: () => versions.go(shown.design) }}
          onDraw={(isByKey) => review.beginDraw('arrow', draft.key, isByKey ? viewport.centre() : null)}
          onClose={review.closeComposer}
          onSent={(comment) => {
            if (project.replyMail) setSent(comment)
            review.select(null)
            review.focus(comment._id)
            review.showSent(comment._id)
          }}
        />
      </LazyBoundary>
    )
  }
  if (sent) {
    return (
      <LazyBoundary>
        <ReplyMailPopup project={project} anchor={anchor} comment={sent} onClose={() => setSent(null)} />
      </LazyBoundary>
    )
  }
  if (!thread || isPhone) return null
  return (
    <LazyBoundary onFailed={review.closeThread}>
      <ThreadPopup anchor={anchor} thread={thread} />
    </LazyBoundary>
  )
}

interface EarlyLettersProps {
  readonly project: Project
  readonly draftKey: string
  readonly field: FirstField
  readonly onField: (field: FirstField) => void
}

/** Writes what is typed before the code of the composer has arrived into the field that will get the focus, and goes
 *  from the name to the comment by Tab. Otherwise the letters would be shortcuts. */
function EarlyLetters({ project: { permanentId }, draftKey, field, onField }: EarlyLettersProps) {
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // An Enter that is still held has placed the comment.
      const isNewLine = event.key === 'Enter' && field === 'text' && !event.repeat
      const key = isNewLine ? '\n' : event.key
      const isLetter = [...key].length === 1
      const isNext = key === 'Tab' && field === 'commenter' && !event.shiftKey
      if (!isPageKey(event) || !(isLetter || isNext || key === 'Backspace')) return
      event.preventDefault()
      if (isNext) {
        onField('text')
        return
      }
      const typed = [...(findDraft(permanentId, draftKey)?.[field] ?? '')]
      editDraft(permanentId, draftKey, {
        [field]: (isLetter ? [...typed, key] : typed.slice(0, -1)).join(''),
      })
    }
    // Before the keys of the page.
    window.addEventListener('keydown', handleKeyDown, true)
    return () => window.removeEventListener('keydown', handleKeyDown, true)
  }, [permanentId, draftKey, field, onField])
  return null
}

function isLaidOut({ layout }: Shown): boolean {
  return layout !== null
}

/** The region, or a spot as a region without size. A comment on the whole design is anchored to the upper
 *  corner. */
function placeOf(own: Draft | Comment | null, selected: ThreadView | null): ImageRegion {
  if (own && own.kind !== 'design') return { x: own.x, y: own.y, w: own.w ?? 0, h: own.h ?? 0 }
  return { x: 0, y: 0, w: 0, h: 0, ...selected?.point, ...selected?.region }
}
