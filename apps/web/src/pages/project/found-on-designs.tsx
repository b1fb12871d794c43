import { m } from '@pinmark/words/messages'
import { useDeferredValue, useMemo } from 'react'
import { countThreads } from '../../features/review/thread-list'
import { useReview } from '../../features/review/use-review'
import { newestOf, threadsOn } from '../../features/review/views'
import type { FoundTexts } from '@pinmark/shared/entities/design-lines'
import { useQuery } from '@tanstack/react-query'
import { textsWith } from '../../features/designs/design-lines'
import { Name } from '../../ui/rich'

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
          <Name className="truncate">{design.title}</Name> <span>{`${count}`}</span>
        </button>
      ))}
    </div>
  )
}

/** What is shown around a text, in image pixels. */
const aroundPx = 200
/** Shorter words would find much of every design. */
const leastLetters = 2

/** The places where designs say the searched words. Each is a button that shows the design, and the place once the design is
 *  shown. */
function FoundInDesigns() {
  const { project, list, shown, versions, zoomToRegion } = useReview()
  const search = useDeferredValue(list.settings.search.trim())
  const { data: texts = [] } = useQuery({
    ...textsWith(project._id, search),
    enabled: search.length >= leastLetters,
  })
  if (texts.length === 0) return null
  const show = (
    { version, box: [x = 0, y = 0, w = 0, h = 0] }: FoundTexts[number],
    design: (typeof project.designs)[number],
  ) => {
    if (version !== shown.version._id) return versions.go(design)
    const [left, top] = [Math.max(0, x - aroundPx), Math.max(0, y - aroundPx)]
    zoomToRegion({ x: left, y: top, w: x + w + aroundPx - left, h: y + h + aroundPx - top })
  }
  return (
    <div
      role="group"
      aria-label={m.search_in_designs()}
      className="col-span-2 overflow-y-auto py-1 pe-2"
      style={{ maxHeight: 132 }}
    >
      <p aria-hidden className="text-13 text-ink-3">
        {m.search_in_designs()}
      </p>
      {texts.map((text) => {
        const design = project.designs.find(({ _id }) => _id === text.design)
        return (
          design && (
            <button
              key={`${text.version} ${text.box.join()}`}
              type="button"
              className="flex max-w-full items-baseline gap-2 py-1 text-start max-md:min-h-11"
              onClick={() => show(text, design)}
            >
              <Name className="truncate text-action">{text.text}</Name>{' '}
              {project.designs.length > 1 && (
                <Name className="flex-none truncate text-13 text-ink-3" style={{ maxWidth: '40%' }}>
                  {design.title}
                </Name>
              )}
            </button>
          )
        )
      })}
    </div>
  )
}
