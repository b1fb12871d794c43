import type { Design } from '@pinmark/shared/entities/project'
import { useDeferredValue, useMemo } from 'react'
import { countThreads } from '../../features/review/thread-list'
import type { ThreadView } from '../../features/review/thread-view'
import type { ThreadList } from '../../features/review/use-thread-list'
import { newestOf, threadsOn } from '../../features/review/threads-on'

interface FoundOnDesignsProps {
  readonly designs: readonly Design[]
  /** The threads of all designs. */
  readonly threads: readonly ThreadView[]
  readonly shown: Design
  readonly settings: ThreadList['settings']
  readonly onShow: (design: Design) => void
}

/** The designs with comments that match the search. Each is a button that shows the design with the same search.
 *  Nothing if only the shown design has matches. */
export function FoundOnDesigns({ designs, threads, shown, settings, onShow }: FoundOnDesignsProps) {
  const slow = useDeferredValue(settings)
  const found = useMemo(
    () =>
      designs
        .map((design) => {
          const version = newestOf(design)
          const own = threadsOn(threads, { design, version, isOld: false, isOnly: false })
          return { design, count: countThreads(own, slow).all }
        })
        .filter(({ count }) => count > 0),
    [designs, threads, slow],
  )
  if (found.every(({ design }) => design._id === shown._id)) return null
  return (
    <div
      role="group"
      aria-label="Found on"
      className="col-span-2 flex flex-wrap items-baseline gap-3 overflow-y-auto py-1 pr-2"
      // Three lines and the beginning of the next.
      style={{ maxHeight: 108 }}
    >
      {found.map(({ design, count }) => (
        <button
          key={design._id}
          type="button"
          className={`tabular flex max-w-full gap-1 ${design._id === shown._id ? 'text-13 font-semibold' : 'text-action'}`}
          aria-current={design._id === shown._id || undefined}
          onClick={() => onShow(design)}
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
