import { quoteAt } from '@pinmark/shared/design-text'
import { m } from '@pinmark/words/messages'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ThreadPopup, ThreadSheet } from '../../features/comments/thread/thread-popup'
import { linesOf } from '../../features/designs/design-lines'
import { useReview } from '../../features/review/use-review'
import { CarriedSpot } from '../../features/versions/carried-spot'
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
      <CarriedSpot />
      <DesignQuote />
    </>
  )
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
