import type { ComponentProps } from 'react'
import { ThreadPopup, ThreadSheet } from '../../features/comments/thread/thread-popup'
import { imagePath } from '@pinmark/shared/image-path'
import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { NewPlace } from '@pinmark/shared/entities/comment-requests'
import type { Version } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { placeComment } from '../../features/review/data/thread-calls'
import { CarriedSpot, type SpotOnVersion } from '../../features/versions/carried-spot'
import { toast } from '../../ui/toast'
import { useReview } from '../../features/review/use-review'
import { quoteAt } from '@pinmark/shared/design-text'
import { m } from '@pinmark/words/messages'
import { linesOf } from '../../features/designs/design-lines'
import { Name, rich, uncut } from '../../ui/rich'

/** A thread of the project page. A comment of an older version has its earlier spot above the messages. Both are in one
 *  file, because a spot that arrived later would move the messages. */

export function ReviewThreadPopup(props: ComponentProps<typeof ThreadPopup>) {
  return <ThreadPopup {...props} above={<Spot />} />
}

export function ReviewThreadSheet(props: ComponentProps<typeof ThreadSheet>) {
  return <ThreadSheet {...props} above={<Spot />} />
}

function Spot() {
  return (
    <>
      <VersionsSpot />
      <DesignQuote />
    </>
  )
}

/** The spot of the selected comment on its own version and on the shown one, at the head of its thread. */
function VersionsSpot() {
  const { project, shown, selected, list, beginMove } = useReview()
  const { design, version } = shown
  const answer = useAnswer(project._id)
  const own = design.versions.find(({ _id }) => _id === selected?.version)
  if (!selected?.comment || !selected.carried || !own) return null
  const { key, comment, carried, point, region } = selected
  const { x, y, w, h } = comment
  if (comment.kind === 'design' || carried.state === 'pending') return null
  const scale = cropScale(w !== null && h !== null ? { w, h } : null)
  const place = (next: NewPlace) =>
    answer.mutate({ commentId: key, place: { ...next, version: version._id } })
  const isGone = carried.state === 'gone'
  return (
    <CarriedSpot
      key={key}
      from={carried.from}
      then={spotOn(own, { x, y, ...(w !== null && h !== null && { w, h }) }, scale)}
      // Shows the same part of the design, also if it was exported at another size.
      now={
        point && !isGone
          ? spotOn(version, { ...point, ...region }, (scale * own.image.width) / version.image.width)
          : null
      }
      state={carried.state === 'check' || isGone ? carried.state : 'answered'}
      answers={
        project.can.manage || comment.can.edit
          ? {
              // Only for this comment: the next one may be shown before the last answer is stored.
              isPending: answer.isPending && answer.variables.commentId === key,
              takesFocus: list.settings.filter === 'check',
              onRightHere: () => place({ state: 'followed' }),
              onKeep: () => place({ kind: 'design' }),
              onMove: () => beginMove(key, point ?? { x, y }),
            }
          : undefined
      }
    />
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

/** Room for a region in a crop, in CSS pixels. A point shows its surroundings at 70 %. */
const cropRoomPx = { width: 160, height: 88 }
const pointScale = 0.7

function cropScale(size: { w: number; h: number } | null): number {
  if (!size) return pointScale
  return Math.min(pointScale, cropRoomPx.width / size.w, cropRoomPx.height / size.h)
}

function spotOn(
  { image }: Version,
  { x, y, w = 0, h = 0 }: ImagePoint & { w?: number; h?: number },
  scale: number,
): SpotOnVersion {
  return {
    src: imagePath(image._id, 'view'),
    natural: image,
    centre: { x: x + w / 2, y: y + h / 2 },
    scale,
  }
}

/** The words of the design that the selected comment points at. */
function DesignQuote() {
  const { project, shown, selected } = useReview()
  const { data } = useQuery(linesOf(project._id, shown.design._id, shown.version._id))
  const quote = data && selected?.comment ? quoteAt(data, selected) : ''
  if (quote === '') return null
  return (
    <p className="flex flex-none px-4 pt-2 text-13 text-ink-3">
      {rich(
        m.thread_near,
        {
          words: <Name className="truncate">{quote}</Name>,
        },
        uncut,
      )}
    </p>
  )
}
