import { useCallback, useLayoutEffect, useState } from 'react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { sheetHeightPx, type SheetStop } from './comments-sheet'

/** The stop of the phone's sheet. */
export function useSheet(isPhone: boolean) {
  const [stop, setStop] = useState<SheetStop>('peek')
  return {
    stop,
    setStop,
    /** The y from which the window is covered after a comment is shown, which opens the sheet. */
    coveredFromPx: useCallback(
      () => (isPhone ? topOf(stop === 'peek' ? 'half' : stop) : undefined),
      [isPhone, stop],
    ),
  }
}

/** Keeps the design clear of the sheet. At peek, the sheet covers only the end of the page, and nothing of
 *  the design. `null` means that there is no sheet. */
export function useCoveredBySheet({ cover }: Viewport, stop: SheetStop | null): void {
  useLayoutEffect(() => cover(stop === null || stop === 'peek' ? null : () => topOf(stop)), [cover, stop])
}

function topOf(stop: SheetStop): number {
  return window.innerHeight - sheetHeightPx(stop, window.innerHeight)
}
