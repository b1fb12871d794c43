import { quoteAt } from '@pinmark/shared/design-text'
import { m } from '@pinmark/words/messages'
import { useQuery } from '@tanstack/react-query'
import { linesOf } from './design-lines'
import { useReview } from '../../features/review/use-review'
import { rich, uncut } from '../../ui/rich'

/** The words of the design that the selected comment points at. */
export function DesignQuote() {
  const { project, shown, selected } = useReview()
  const { data } = useQuery(linesOf(project._id, shown.design._id, shown.version._id))
  const quote = data && selected?.comment ? quoteAt(data, selected) : ''
  if (quote === '') return null
  return (
    <p className="flex flex-none px-4 pt-2 text-13 text-ink-3">
      {rich(
        m.thread_near,
        {
          words: (
            <bdi translate="no" dir="auto" className="truncate">
              {quote}
            </bdi>
          ),
        },
        uncut,
      )}
    </p>
  )
}
