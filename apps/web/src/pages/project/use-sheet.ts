import { useCallback, useLayoutEffect, useState } from 'react'
import type { Viewport } from '../../features/canvas/use-viewport'
import { sheetHeightPx, type SheetStop } from './comments-sheet'

/** How far the sheet of a phone is drawn up. */
export function useSheet(isPhone: boolean) {
  const [stop, setStop] = useState<SheetStop>('peek')
  return {
    stop,
    setStop,
    /** From where on the window is covered once a comment is shown: that opens the sheet. */
    coveredFromPx: useCallback(
      () => (isPhone ? topOf(stop === 'peek' ? 'half' : stop) : undefined),
      [isPhone, stop],
    ),
  }
}

/** Keeps the design clear of the sheet. Drawn down to its handle, it lies over the foot of the page and hides nothing
 *  of it; `null` stands for no sheet. */
export function useCoveredBySheet({ cover }: Viewport, stop: SheetStop | null): void {
  useLayoutEffect(() => cover(stop === null || stop === 'peek' ? null : () => topOf(stop)), [cover, stop])
}

function topOf(stop: SheetStop): number {
  return window.innerHeight - sheetHeightPx(stop, window.innerHeight)
}
