import { useEffect, useRef, type RefObject } from 'react'
import { isDrag } from '../../../lib/press'

/** Calls back on a click outside of an element and of the elements that the selector `alsoInside` matches. It
 *  runs before all other listeners, so that the click opens something after this popup has closed, and does
 *  not close it again. */
export function useClickAway(
  inside: RefObject<HTMLElement | null>,
  alsoInside: string,
  onClickAway: () => void,
): void {
  const latest = useRef(onClickAway)
  useEffect(() => {
    latest.current = onClickAway
  })
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    let pressed: PointerEvent | null = null
    let isMultiTouch = false
    document.addEventListener(
      'pointerdown',
      (event) => {
        isMultiTouch = !event.isPrimary
        if (event.isPrimary) pressed = event
      },
      options,
    )
    document.addEventListener(
      'click',
      (event) => {
        const from = pressed
        pressed = null
        // A click by keyboard or by a script has no press: it comes from a control, and that control decides.
        if (!from || isMultiTouch || !(event.target instanceof Element)) return
        if (inside.current?.contains(event.target) || event.target.closest(`${alsoInside}, ${overlays}`))
          return
        // Panning the design keeps the popup open.
        if (!isDrag(placeOf(from), placeOf(event), from.pointerType)) latest.current()
      },
      options,
    )
    return () => controller.abort()
  }, [inside, alsoInside])
}

function placeOf({ clientX: x, clientY: y }: MouseEvent) {
  return { x, y }
}

/** Menus, dialogs and toasts are drawn at the end of the page. */
const overlays = '[data-base-ui-portal], .toast-viewport'
