import { useCallback, useState } from 'react'
import { sheetHeightPx, type SheetStop } from './comments-sheet'

/** How far the sheet of a phone is drawn up, and from where on it covers the window. */
export function useSheet(isPhone: boolean) {
  const [stop, setStop] = useState<SheetStop>('peek')
  return {
    stop,
    setStop,
    coveredFromPx: useCallback(() => {
      if (!isPhone) return undefined
      // A comment that is shown opens the sheet.
      return window.innerHeight - sheetHeightPx(stop === 'peek' ? 'half' : stop, window.innerHeight)
    }, [isPhone, stop]),
  }
}
