import { useEffect, type RefObject } from 'react'

const tabbable =
  'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, [tabindex]:not([tabindex="-1"])'

/** Puts a popup after its pin in the Tab order, although it is at the end of the page: Tab leads from the pin
 *  into the popup, and from its end to the element after the pin. If the focus came from elsewhere, Tab
 *  leaves the popup in the order of the page. */
export function useTabOrder(popup: RefObject<HTMLElement | null>, pinKey: string): void {
  useEffect(() => {
    const element = popup.current
    if (!element) return undefined
    const findPin = () => document.querySelector<HTMLElement>(`[data-pin="${CSS.escape(pinKey)}"]`)
    let isBesidePin = true
    const controller = new AbortController()
    element.addEventListener(
      'focusin',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && element.contains(relatedTarget)) return
        isBesidePin = relatedTarget === null || relatedTarget === findPin()
      },
      { signal: controller.signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        const { key, shiftKey, target } = event
        const pin = findPin()
        if (key !== 'Tab' || event.defaultPrevented || !pin || !(target instanceof Node)) return
        const stops = [...element.querySelectorAll<HTMLElement>(tabbable)].filter(
          (stop) => stop.tabIndex >= 0,
        )
        if (target === pin && !shiftKey) {
          event.preventDefault()
          element.focus({ preventScroll: true })
        } else if (isBesidePin && shiftKey && (target === element || target === stops[0])) {
          event.preventDefault()
          pin.focus({ preventScroll: true })
        } else if (isBesidePin && !shiftKey && target === stops.at(-1)) {
          // From here the browser continues.
          pin.focus({ preventScroll: true })
        }
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [popup, pinKey])
}
