import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useIsPhone } from '../../../lib/browser-state'
import { rememberFocus } from '../../../lib/use-moved-focus'
import { usePopupPlace, type LeaderPlace, type PopupAnchor } from './use-popup-place'
import { useClickAway } from './use-click-away'
import { useSpotInView } from './use-spot-in-view'
import { useTabOrder } from './use-tab-order'
import './popup.css'

interface PopupProps {
  anchor: PopupAnchor
  /** Without it, the popup belongs to the whole design. */
  hasLeader: boolean
  labelledBy: string
  /** The pin it belongs to. A click on this pin does not count as a click outside. */
  pinKey: string
  /** Esc, or a click anywhere else. */
  onDismiss: () => void
  children: ReactNode
}

/** A non-modal dialog at a point of the design, connected to it by a line. Below 768 px it is centred. */
export function Popup({ anchor, hasLeader, labelledBy, pinKey, onDismiss, children }: PopupProps) {
  const isPhone = useIsPhone()
  const { setFloating, style, leader } = usePopupPlace(anchor, isPhone)
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
        setFloating(element)
      }}
      role="dialog"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      data-popup
      className="fixed z-30 w-[90%] rounded-panel bg-raised shadow-pop md:w-(--pm-popup)"
      style={style}
      onKeyDown={onEscape(onDismiss)}
    >
      <div className="popup-body flex max-h-(--popup-room) flex-col overflow-y-auto overscroll-contain rounded-panel arrives">
        {children}
      </div>
      {hasLeader && <Leader {...leader} />}
    </div>
  )
}

/** A handler of keys that closes a popup on Esc, also from its fields. */
export function onEscape(onDismiss: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // A menu of the popup is rendered elsewhere in the page, and closes itself.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    event.stopPropagation()
    onDismiss()
  }
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
