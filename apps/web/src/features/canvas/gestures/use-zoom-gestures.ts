import type { ClientPoint } from '@pinmark/shared/coordinates'
import { useEffect } from 'react'
import type { Viewport } from '../zoom/use-viewport'
import { wheelFactor } from '../zoom/zoom'

/** Ctrl or Cmd with the wheel, a trackpad pinch and two fingers zoom around the point under them, also when a
 *  finger is on a pin. The browser handles a plain wheel and one finger, which scroll. The listeners are
 *  native because React's are passive, and a passive one cannot stop the page from zooming. */
export function useZoomGestures({ scrollerRef, zoomTo, hold, currentScale, pointAt }: Viewport): void {
  useEffect(() => {
    const scroller = scrollerRef.current
    if (!scroller) return undefined
    const listening = new AbortController()
    const { signal } = listening

    scroller.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        zoomTo(currentScale() * wheelFactor(event), { x: event.clientX, y: event.clientY })
      },
      { passive: false, signal },
    )

    let pinch: ReturnType<typeof startPinch> = null
    const startPinch = (touches: TouchList) => {
      const fingers = twoFingers(touches)
      const image = fingers && pointAt(fingers.middle)
      return fingers && image && fingers.apart > 0
        ? { image, scale: currentScale(), apart: fingers.apart }
        : null
    }
    const restart = (event: TouchEvent) => {
      pinch = startPinch(event.touches)
      if (pinch && event.cancelable) event.preventDefault()
    }
    scroller.addEventListener('touchstart', restart, { passive: false, signal })
    scroller.addEventListener('touchend', restart, { signal })
    scroller.addEventListener('touchcancel', restart, { signal })
    scroller.addEventListener(
      'touchmove',
      (event) => {
        const fingers = twoFingers(event.touches)
        if (!pinch || !fingers) return
        if (event.cancelable) event.preventDefault()
        hold((pinch.scale * fingers.apart) / pinch.apart, pinch.image, fingers.middle)
      },
      { passive: false, signal },
    )

    // Safari reports a trackpad pinch by its own events:
    // https://developer.mozilla.org/docs/Web/API/GestureEvent
    let scaleAtStart = 1
    scroller.addEventListener(
      'gesturestart',
      (event) => {
        event.preventDefault()
        scaleAtStart = currentScale()
      },
      { passive: false, signal },
    )
    scroller.addEventListener(
      'gesturechange',
      (event) => {
        event.preventDefault()
        // Fingers on a screen also report touches, which are handled above.
        if (isTrackpadPinch(event) && !pinch) {
          zoomTo(scaleAtStart * event.scale, { x: event.clientX, y: event.clientY })
        }
      },
      { passive: false, signal },
    )
    return () => listening.abort()
  }, [scrollerRef, zoomTo, hold, currentScale, pointAt])
}

function twoFingers(touches: TouchList): { middle: ClientPoint; apart: number } | null {
  const [one, other] = touches
  if (!one || !other || touches.length !== 2) return null
  return {
    middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  }
}

interface TrackpadPinch extends Event {
  readonly scale: number
  readonly clientX: number
  readonly clientY: number
}

function isTrackpadPinch(event: Event): event is TrackpadPinch {
  return 'scale' in event && 'clientX' in event && 'clientY' in event
}
