import { useEffect, type RefObject } from 'react'

/** Smaller changes are address bars that appear and disappear. */
const keyboardFromPx = 120
/** The pin, the way to its popup, and the edges. */
const besidePopupPx = 33 + 20 + 2 * 8

/** When a phone's keyboard comes up, or a popup has no room on either side of its spot, the spot that is commented on
 *  moves to the top of what is left of the window, so that it shows above its popup. Where both have no room, the popup
 *  alone does. */
export function useSpotInView(pinKey: string, popup: RefObject<HTMLElement | null>, isPhone: boolean): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!isPhone || !seen) return
    let heightPx = seen.height
    const makeRoom = () => {
      const neededPx = (popup.current?.firstElementChild?.scrollHeight ?? 0) + besidePopupPx
      if (seen.height < neededPx) return
      document
        .querySelector(`[data-pin="${pinKey}"]`)
        ?.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
    }
    const look = () => {
      const hasShrunk = seen.height < heightPx - keyboardFromPx
      heightPx = seen.height
      if (hasShrunk) makeRoom()
    }
    // After the popup was placed.
    const frame = requestAnimationFrame(() => {
      const content = popup.current?.firstElementChild
      if (content && content.scrollHeight > content.clientHeight + 1) makeRoom()
    })
    seen.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      seen.removeEventListener('resize', look)
    }
  }, [pinKey, popup, isPhone])
}
