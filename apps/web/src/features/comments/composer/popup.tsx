import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useIsPhone } from '../../../lib/use-media'
import { usePopupPlace, type LeaderPlace, type PopupAnchor } from './use-popup-place'
import { useClickAway } from './use-click-away'
import { useSpotInView } from './use-spot-in-view'
import { useTabOrder } from './use-tab-order'
import './popup.css'

interface PopupProps {
  anchor: PopupAnchor
  /** Without it the popup belongs to no spot: to the whole design. */
  hasLeader: boolean
  labelledBy: string
  /** The pin it belongs to: a click on that one is no click away. */
  pinKey: string
  /** Esc, or a click anywhere else. */
  onDismiss: () => void
  children: ReactNode
}

/** A non-modal dialog at a point of the design, tied to it by the leader line. Below 768 px it is centred. */
export function Popup({ anchor, hasLeader, labelledBy, pinKey, onDismiss, children }: PopupProps) {
  const isPhone = useIsPhone()
  const { setFloating, style, leader } = usePopupPlace(anchor, isPhone)
  const popup = useRef<HTMLDivElement>(null)
  useSpotInView(pinKey, popup, isPhone)
  useClickAway(popup, `[data-pin="${pinKey}"]`, onDismiss)
  useFocusReturn(popup)
  useTabOrder(popup, pinKey)

  function handleKeyDown(event: KeyboardEvent) {
    // Esc also ends the choice of a character in an input method: that is not ours.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // A menu of the popup is drawn elsewhere in the page, and closes itself.
    if (!(event.target instanceof Node) || !popup.current?.contains(event.target)) return
    event.stopPropagation()
    onDismiss()
  }

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
      className="fixed z-30 w-[90%] rounded-panel bg-raised shadow-pop outline-none md:w-(--pm-popup)"
      style={style}
      onKeyDown={handleKeyDown}
    >
      <div className="flex max-h-(--popup-room) flex-col overflow-y-auto overscroll-contain rounded-panel arrives">
        {children}
      </div>
      {hasLeader && <Leader {...leader} />}
    </div>
  )
}

/** Light, ink, light, one pixel each: it reads on any colour. */
function Leader({ side, at }: LeaderPlace) {
  if (side === 'none') return null
  const style = side === 'top' ? { left: at } : { top: at }
  return <span aria-hidden className="popup-leader" data-side={side} style={style} />
}

/** Gives the focus back to where it was, unless it has left the popup already. */
function useFocusReturn(popup: RefObject<HTMLElement | null>) {
  // Asked while the popup is made: once it is there, its field has the focus already.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const element = popup.current
    return () => {
      const isInside = element?.contains(document.activeElement)
      if (isInside && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    }
  }, [popup, before])
}
