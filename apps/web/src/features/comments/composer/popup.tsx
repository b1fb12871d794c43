import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useIsPhone } from '../../../lib/browser-state'
import { rememberFocus } from '../../../lib/use-moved-focus'
import { usePopupPlace, type LeaderPlace, type PopupAnchor } from './use-popup-place'
import { isDrag } from '../../../lib/press'
import { onEscape } from '../../../ui/popover'
import './popup.css'

interface PopupProps {
  anchor: PopupAnchor
  /** It stays where it is, although its anchor has changed. */
  staysPut?: boolean
  popupRef?: (popup: HTMLElement | null) => void
  /** Without it, the popup belongs to the whole design. */
  hasLeader: boolean
  labelledBy: string
  /** The pin it belongs to. A click on this pin does not count as a click outside. */
  pinKey: string
  /** Esc, or a click anywhere else. */
  onDismiss: (click?: Event) => void
  children: ReactNode
}

/** A non-modal dialog at a point of the design, connected to it by a line. Below 768 px it is centred. */
export function Popup(props: PopupProps) {
  const { anchor, staysPut = false, popupRef, hasLeader, labelledBy, pinKey, onDismiss, children } = props
  const isPhone = useIsPhone()
  const { setFloating, style, leader } = usePopupPlace(anchor, isPhone, staysPut)
  const popup = useRef<HTMLDivElement>(null)
  useSpotInView(pinKey, popup, isPhone)
  useClickAway(popup, `[data-pin="${pinKey}"]`, onDismiss)
  useFocusReturn(popup)
  useTabOrder(popup, pinKey)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is for all of the popup.
    <div
      ref={(element) => {
        popup.current = element
        popupRef?.(element)
        setFloating(element)
      }}
      role="dialog"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      data-popup
      className="fixed z-30 w-[90%] rounded-panel bg-raised shadow-pop md:w-(--pm-popup)"
      style={style}
      onKeyDown={onEscape(() => onDismiss())}
    >
      <div className="popup-body flex max-h-(--popup-room) flex-col overflow-y-auto overscroll-contain rounded-panel arrives">
        {children}
      </div>
      {hasLeader && <Leader {...leader} />}
    </div>
  )
}

/** Light, dark, light, one pixel each, so that it is visible on any colour. */
function Leader({ side, at }: LeaderPlace) {
  if (side === 'none') return null
  const style = side === 'top' ? { left: at } : { top: at }
  return <span aria-hidden className="popup-leader" data-side={side} style={style} />
}

/** Returns the focus to its earlier element, unless it has already left the popup. */
export function useFocusReturn(popup: RefObject<HTMLElement | null>) {
  // Read while the popup is created. Once it is mounted, its field has the focus already.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const element = popup.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      rememberFocus()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [popup, before])
}

/** Calls back on a click outside of an element and of the elements that the selector `alsoInside` matches. It
 *  runs before all other listeners, so that the click opens something after this popup has closed, and does
 *  not close it again. */
function useClickAway(
  inside: RefObject<HTMLElement | null>,
  alsoInside: string,
  onClickAway: (click: Event) => void,
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
        if (!isDrag(placeOf(from), placeOf(event), from.pointerType)) latest.current(event)
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

/** Smaller changes of the window come from address bars that appear and disappear. */
const keyboardFromPx = 120
/** Height of the pin, its distance to the popup, and both margins. */
const besidePopupPx = 33 + 20 + 2 * 8

/** Scrolls the spot to the top of the visible window when a phone's keyboard opens, or when a popup has no
 *  room on either side of its spot. The spot is then visible above its popup. If both do not fit, only the
 *  popup is visible. */
function useSpotInView(pinKey: string, popup: RefObject<HTMLElement | null>, isPhone: boolean): void {
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
