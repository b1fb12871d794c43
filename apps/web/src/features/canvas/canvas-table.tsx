import { useLayoutEffect, type ReactNode } from 'react'
import type { Viewport } from './use-viewport'
import { shownLayout, useShown } from './view-store'

interface CanvasTableProps {
  readonly viewport: Viewport
  /** Everything on the design, placed in percent of its box. */
  readonly children: ReactNode
}

/** The table that scrolls, and the sheet of the design's size on it. Of all the page, a step of the zoom draws only
 *  these two boxes again: what is on the sheet was given in percent and follows by itself. */
export function CanvasTable({ viewport, children }: CanvasTableProps) {
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
