import { m } from '@pinmark/words/messages'
import { useDeferredValue, useMemo } from 'react'
import { countThreads } from '../../features/review/thread-list'
import { useReview } from '../../features/review/use-review'
import { newestOf, threadsOn } from '../../features/review/views'
import { FoundInDesigns } from './found-in-designs'

/** What the search finds beside the comments of the shown design. */
export function FoundOnDesigns() {
  return (
    <>
      <CommentsOnDesigns />
      <FoundInDesigns />
    </>
  )
}

/** The designs with comments that match the search. Each is a button that shows the design with the same search.
 *  Nothing if only the shown design has matches. */
function CommentsOnDesigns() {
  const { project, all: threads, list, versions } = useReview()
  const { designs, can } = project
  const shown = versions.shown.design
  const slow = useDeferredValue(list.settings)
  const found = useMemo(
    () =>
      designs
        .map((design) => {
          const version = newestOf(design)
          const own = threadsOn(threads, { design, version, isOld: false, isOnly: false }, can)
          return { design, count: countThreads(own, slow).all }
        })
        .filter(({ count }) => count > 0),
    [designs, can, threads, slow],
  )
  if (found.every(({ design }) => design._id === shown._id)) return null
  return (
    <div
      role="group"
      aria-label={m.search_found_on()}
      className="col-span-2 flex flex-wrap items-baseline gap-3 overflow-y-auto py-1 pe-2"
      // Three lines and the beginning of the next.
      style={{ maxHeight: 108 }}
    >
      {found.map(({ design, count }) => (
        <button
          key={design._id}
          type="button"
          className={`tabular flex max-w-full gap-1 ${design._id === shown._id ? 'text-13 font-semibold' : 'text-action'}`}
          aria-current={design._id === shown._id || undefined}
          onClick={() => versions.go(design)}
        >
          <bdi translate="no" dir="auto" className="truncate">
            {design.title}
          </bdi>{' '}
          <span>{`${count}`}</span>
        </button>
      ))}
    </div>
  )
}
