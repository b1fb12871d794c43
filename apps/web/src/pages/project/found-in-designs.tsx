import type { FoundTexts } from '@pinmark/shared/entities/design-lines'
import { m } from '@pinmark/words/messages'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { textsWith } from './design-lines'
import { useReview } from '../../features/review/use-review'

/** What is shown around a text, in image pixels. */
const aroundPx = 200
/** Shorter words would find much of every design. */
const leastLetters = 2

/** The places where designs say the searched words. Each is a button that shows the design, and the place once the design is
 *  shown. */
export function FoundInDesigns() {
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
              <bdi translate="no" dir="auto" className="truncate text-action">
                {text.text}
              </bdi>{' '}
              {project.designs.length > 1 && (
                <bdi
                  translate="no"
                  dir="auto"
                  className="flex-none truncate text-13 text-ink-3"
                  style={{ maxWidth: '40%' }}
                >
                  {design.title}
                </bdi>
              )}
            </button>
          )
        )
      })}
    </div>
  )
}
