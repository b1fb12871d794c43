import { useEffect, type RefObject } from 'react'

/** Smaller changes of the window come from address bars that appear and disappear. */
const keyboardFromPx = 120
/** Height of the pin, its distance to the popup, and both margins. */
const besidePopupPx = 33 + 20 + 2 * 8

/** Scrolls the spot to the top of the visible window when a phone's keyboard opens, or when a popup has no
 *  room on either side of its spot. The spot is then visible above its popup. If both do not fit, only the
 *  popup is visible. */
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
