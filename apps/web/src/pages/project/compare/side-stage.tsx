import { m } from '@pinmark/words/messages'
import { useEffect, useRef } from 'react'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { CompareSheet } from './compare-sheet'
import { nameWithDate, type ComparedSide } from './comparison'
import { Picture, type StagePicture, type StageProps } from './stack-stage'
import type { RowMatch } from '../../../features/versions/row-match'

interface SideStageProps extends StageProps {
  /** Viewport of the newer version. */
  readonly other: Viewport
  /** Null until the rows are matched: both sides then scroll by the same distance. */
  readonly match: RowMatch | null
}

/** Both versions side by side, with a common zoom and scroll. */
export function SideStage({
  pair,
  viewport,
  other,
  match,
  pictures,
  pins,
  selectedKey,
  onOpenPin,
}: SideStageProps) {
  useSameZoom(viewport, other)
  useSameScroll(viewport, other, match)
  const sides: {
    version: ComparedSide
    view: Viewport
    picture: StagePicture
    its: StageProps['pins']['after']
  }[] = [
    { version: pair.before, view: viewport, picture: pictures.before, its: pins.before },
    { version: pair.after, view: other, picture: pictures.after, its: pins.after },
  ]
  return (
    <div className="compare-stage" data-mode="side">
      {sides.map(({ version, view, picture, its }) => (
        <div key={version._id} className="compare-side">
          <CompareSheet
            viewport={view}
            label={(version.isBuild ? m.build_sheet_label : m.compare_sheet_label)({
              number: version.number,
            })}
            pins={its}
            selectedKey={selectedKey}
            onOpenPin={(key) => onOpenPin(key, version)}
          >
            <div className="compare-pictures">
              <Picture {...picture} />
            </div>
          </CompareSheet>
          <div className="compare-labels">
            <p className="compare-label tabular">{nameWithDate(version)}</p>
          </div>
        </div>
      ))}
    </div>
  )
}

/** Keeps the zoom of both sides equal. Both frames have the same size, and so have the sheets at the same
 *  scale. */
function useSameZoom(one: Viewport, other: Viewport) {
  useEffect(() => {
    const follow = (from: Viewport, to: Viewport) => () => {
      const { layout, fit } = from.shown.get()
      const now = to.shown.get()
      if (!layout || !now.layout) return
      if (fit !== null) {
        if (fit !== now.fit) to.fitTo(fit)
      } else if (Math.abs(now.layout.scale / layout.scale - 1) > 0.001 || now.fit !== null) {
        to.zoomTo(layout.scale)
      }
    }
    const stops = [one.shown.listen(follow(one, other)), other.shown.listen(follow(other, one))]
    return () => stops.forEach((stop) => stop())
  }, [one, other])
}

/** Synchronises the scroll. The side that last had the pointer or the focus leads. The other one shows the
 *  same rows in its middle, and waits while the leading one passes rows that it lacks. */
function useSameScroll(one: Viewport, other: Viewport, match: RowMatch | null) {
  const leads = useRef<'before' | 'after'>('before')
  useEffect(() => {
    const [first, second] = [one.scrollerRef.current, other.scrollerRef.current]
    if (!first || !second) return undefined
    const listening = new AbortController()
    const topOn = (scroller: HTMLElement, from: 'before' | 'after') => {
      const { layout } = one.shown.get()
      const { scrollTop, clientHeight } = scroller
      // Both start at the top, even if rows were added above the middle.
      if (!match || !layout || scrollTop === 0) return scrollTop
      const toMiddle = clientHeight / 2 - layout.top
      return match((scrollTop + toMiddle) / layout.scale, from) * layout.scale - toMiddle
    }
    for (const [from, to, side] of [
      [first, second, 'before'],
      [second, first, 'after'],
    ] as const) {
      const follow = () => {
        if (leads.current === side)
          to.scrollTo({ left: from.scrollLeft, top: topOn(from, side), behavior: 'instant' })
      }
      // The rows may be matched after the first scroll.
      follow()
      const lead = () => {
        leads.current = side
      }
      for (const sign of ['pointerover', 'pointerdown', 'wheel', 'touchstart', 'focusin'])
        from.addEventListener(sign, lead, { passive: true, signal: listening.signal })
      from.addEventListener('scroll', follow, { passive: true, signal: listening.signal })
    }
    return () => listening.abort()
  }, [one, other, match])
}
