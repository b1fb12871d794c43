import type { ImagePoint, ImageRegion, NaturalSize } from '@pinmark/shared/coordinates'
import { makeRoom, revealPoint, type RevealOptions, type ScrollBoxes } from './reveal'
import type { Anchor } from './zoom'

type Target = ImagePoint | ImageRegion

/** Browsers finish a smooth scroll within this time. */
const smoothScrollMs = 1_000

/** Brings points of the design into view, above whatever covers the window from below. */
export function createRevealer(design: Readonly<{ natural: NaturalSize }>) {
  /** A reveal before the first layout, for example by a link to a comment. */
  let awaited: { target: Target; options: RevealOptions } | null = null
  let coveredFrom: (() => number) | null = null
  let kept: ImagePoint | null = null
  let movesUntil = 0

  function reveal(boxes: ScrollBoxes, target: Target, options: RevealOptions): void {
    const coveredFromPx = options.coveredFromPx ?? coveredFrom?.()
    makeRoom(boxes.scroller, coveredFromPx)
    if (options.behavior !== 'instant') movesUntil = performance.now() + smoothScrollMs
    revealPoint(boxes, target, design.natural, { ...options, coveredFromPx })
  }

  return {
    kept: () => kept,
    /** Whether a smooth scroll to a point may not have arrived yet. */
    isMoving: () => performance.now() < movesUntil,
    keepInView: (point: ImagePoint | null) => {
      kept = point
    },
    cover: (scroller: HTMLElement | null, fromPx: (() => number) | null) => {
      coveredFrom = fromPx
      if (scroller) makeRoom(scroller, fromPx?.())
    },
    reveal: (boxes: ScrollBoxes | null, target: Target, options: RevealOptions = {}) => {
      if (boxes) reveal(boxes, target, options)
      else awaited = { target, options }
    },
    /** Runs the reveal that waited for the first layout. After a rotation it reveals the kept point, because
     *  the frame itself may be outside the window.
     *  @param anchor the point that the new layout was scrolled to */
    afterLayout: (boxes: ScrollBoxes, anchor: Anchor | null) => {
      const first = awaited
      awaited = null
      const keptNow = anchor && anchor.image === kept ? anchor.image : null
      const target = first?.target ?? keptNow
      if (target) reveal(boxes, target, { ...first?.options, behavior: 'instant' })
      if (!keptNow) return
      // The compositor runs a smooth scroll, whose last step may come after this one.
      afterNextFrame(() => {
        if (kept === keptNow) reveal(boxes, keptNow, { behavior: 'instant' })
      })
    },
  }
}

function afterNextFrame(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
