import type { NewPlace } from '@pinmark/shared/entities/comment-requests'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/signs'
import { toast } from '../../ui/toast'
import { placeComment } from '../review/data/thread-calls'
import { useReview } from '../review/use-review'
import { ImageCrop } from './image-crop'
import './carried-spot.css'

/** Room for a region in a crop, in CSS pixels. A point shows its surroundings at 70 %. */
const cropRoomPx = { width: 160, height: 88 }
const pointScale = 0.7

/** The spot of the selected comment on its own version and on the shown one, at the head of its thread, with the question
 *  whether it is the same. Nothing for a comment of the shown version. */
export function CarriedSpot() {
  const { project, shown, selected, list, beginMove } = useReview()
  const { design, version } = shown
  const answer = useAnswer(project._id)
  const own = design.versions.find(({ _id }) => _id === selected?.version)
  if (!selected?.comment || !selected.carried || !own) return null
  const { key, comment, carried, point, region } = selected
  const { x, y, w, h } = comment
  if (comment.kind === 'design' || carried.state === 'pending') return null
  const size = w !== null && h !== null ? { w, h } : null
  const scale = size
    ? Math.min(pointScale, cropRoomPx.width / size.w, cropRoomPx.height / size.h)
    : pointScale
  const isGone = carried.state === 'gone'
  const { from } = carried
  const pair = (
    <div className="carried-pair">
      <figure>
        <ImageCrop
          image={own.image}
          part={{ x, y, ...size }}
          scale={scale}
          label={m.spot_in_version({ number: from })}
          hasRing
        />
        <figcaption>{m.spot_then({ number: from })}</figcaption>
      </figure>
      <figure>
        {point && !isGone ? (
          <ImageCrop
            image={version.image}
            part={{ ...point, ...region }}
            // Shows the same part of the design, also if it was exported at another size.
            scale={(scale * own.image.width) / version.image.width}
            label={m.spot_in_this_version()}
            hasRing
          />
        ) : (
          <span className="carried-none">
            <CropMarks />
            {m.spot_part_gone()}
          </span>
        )}
        <figcaption>{m.spot_now()}</figcaption>
      </figure>
    </div>
  )
  // A person has placed it, or the server with certainty.
  if (carried.state !== 'check' && !isGone) {
    return (
      <details key={key} className="carried-spot">
        <summary className="text-13 text-ink-2">
          {m.spot_where_it_was()}
          <ChevronDown />
        </summary>
        {pair}
      </details>
    )
  }
  const place = (next: NewPlace) =>
    answer.mutate({ commentId: key, place: { ...next, version: version._id } })
  return (
    <div key={key} role="group" aria-label={m.spot_where_it_was()} className="carried-spot">
      {pair}
      {!isGone && <p className="me-auto text-13 text-ink-2">{m.spot_looks_different()}</p>}
      {(project.can.manage || comment.can.edit) && (
        <Answers
          isGone={isGone}
          // Only for this comment: the next one may be shown before the last answer is stored.
          isPending={answer.isPending && answer.variables.commentId === key}
          // The expected answer, while the comments are reviewed.
          takesFocus={list.settings.filter === 'check'}
          onRightHere={() => place({ state: 'followed' })}
          onKeep={() => place({ kind: 'design' })}
          onMove={() => beginMove(key, point ?? { x, y })}
        />
      )}
    </div>
  )
}

function useAnswer(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ commentId, place }: { commentId: string; place: NewPlace }) =>
      placeComment(queryClient, projectId, commentId, place),
    onError: (error) => toast.showFailure(error),
  })
}

interface AnswersProps {
  readonly isGone: boolean
  readonly isPending: boolean
  readonly takesFocus: boolean
  readonly onRightHere: () => void
  readonly onMove: () => void
  readonly onKeep: () => void
}

function Answers({ isGone, isPending, takesFocus, onRightHere, onMove, onKeep }: AnswersProps) {
  const expected = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) expected.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return isGone ? (
    <div className="carried-answers">
      <Button variant="quiet" size="sm" className="me-auto -ms-2.5" pending={isPending} onClick={onKeep}>
        {m.spot_keep()}
      </Button>
      <Button variant="primary" size="sm" ref={expected} disabled={isPending} onClick={onMove}>
        {m.action_move()}
      </Button>
    </div>
  ) : (
    <div className="carried-answers">
      <Button size="sm" disabled={isPending} onClick={onMove}>
        {m.action_move()}
      </Button>
      <Button variant="primary" size="sm" ref={expected} pending={isPending} onClick={onRightHere}>
        {m.spot_right_here()}
      </Button>
    </div>
  )
}
