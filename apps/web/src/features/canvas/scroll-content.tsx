import { useLayoutEffect, type ReactNode } from 'react'
import type { Viewport } from './zoom/use-viewport'
import { shownLayout, useShown } from './zoom/view-store'

interface ScrollContentProps {
  readonly viewport: Viewport
  /** Everything on the design, placed in percent of its box. */
  readonly children: ReactNode
}

/** The content of the scroll container: the background, and on it the box of the design. A zoom step renders only these
 *  two boxes, because everything on the sheet is placed in percent. */
export function ScrollContent({ viewport, children }: ScrollContentProps) {
  const layout = useShown(viewport, shownLayout)
  const { settle, sheetRef } = viewport
  useLayoutEffect(() => settle(), [layout, settle])
  if (!layout) return null
  const { left, top, right, bottom, width, height } = layout
  return (
    <div className="canvas-table" style={{ width: left + width + right, height: top + height + bottom }}>
      <div ref={sheetRef} className="canvas-sheet" style={{ left, top, width, height }}>
        {children}
      </div>
    </div>
  )
}
