import { useEffect } from 'react'
import { earlyPressEvent, takeEarlyPress } from '../../../lib/first-script'
import type { Viewport } from '../zoom/use-viewport'
import { shownLayout, useShown } from '../zoom/view-store'

/** Handles a press on the first paint of the design, before the app had loaded. It opens the pin at this
 *  point, or begins a comment. */
export function useEarlyPress({ clientOf, natural, scrollerRef, ...viewport }: Viewport): void {
  const isLaidOut = useShown(viewport, shownLayout) !== null
  useEffect(() => {
    if (!isLaidOut) return
    const answer = () => {
      const press = takeEarlyPress()
      const at = press && clientOf({ x: press.x * natural.width, y: press.y * natural.height })
      const target = at && document.elementFromPoint(at.x, at.y)
      if (!target || !scrollerRef.current?.contains(target)) return
      const click = { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, detail: 1 }
      target.dispatchEvent(new MouseEvent('click', click))
    }
    answer()
    // A press that began on the painted design may end on the app.
    window.addEventListener(earlyPressEvent, answer)
    return () => window.removeEventListener(earlyPressEvent, answer)
  }, [isLaidOut, clientOf, natural, scrollerRef])
}
