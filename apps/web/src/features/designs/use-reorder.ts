import type { ClientPoint } from '@pinmark/shared/coordinates'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { startEdgePan, type EdgePan } from '../../lib/edge-pan'
import { isDrag } from '../../lib/press'
import { isRightToLeft } from '../../ui/reading-direction'

/** The item that is being dragged. Lengths are CSS pixels of the window. */
interface Held {
  readonly id: string
  readonly left: number
  readonly top: number
  readonly width: number
  /** Its index in the list. */
  readonly from: number
  /** How many of the other items come before the pointer. */
  readonly before: number
}

/** A finger that rests for this long drags the item. One that moves earlier scrolls. */
const holdMs = 350

interface ReorderOptions {
  /** Its children with `data-item` are the items, in their order. */
  readonly list: RefObject<HTMLElement | null>
  /** Scrolls while an item is held at its edge. */
  readonly scroller: RefObject<HTMLElement | null>
  /** Undefined if the order cannot be changed. */
  readonly onMove: ((id: string, position: number) => void) | undefined
}

/** Reorders a list by dragging: by a grip with the mouse, by a long press with a finger. Esc restores the
 *  order. Works for rows and grids. */
export function useReorder({ list, scroller, onMove }: ReorderOptions) {
  const [held, setHeld] = useState<Held | null>(null)
  const stop = useRef<() => void>(undefined)
  /** `before` of the held item; null while none is held. */
  const before = useRef<number | null>(null)
  useEffect(() => () => stop.current?.(), [])

  // While a finger holds an item, the page does not scroll. Safari on iOS ignores `preventDefault` in a listener
  // that is added during the touch: https://bugs.webkit.org/show_bug.cgi?id=184250
  const canMove = onMove !== undefined
  useEffect(() => {
    const element = list.current
    if (!element || !canMove) return
    const prevent = (event: TouchEvent) => before.current !== null && event.preventDefault()
    element.addEventListener('touchmove', prevent, { passive: false })
    return () => element.removeEventListener('touchmove', prevent)
  }, [list, canMove])

  function handlePress(event: PointerEvent<HTMLElement>, id: string) {
    const item = event.currentTarget.closest<HTMLElement>('[data-item]')
    if (!onMove || !item || event.button !== 0 || stop.current) return
    const { pointerType, pointerId } = event
    const isTouch = pointerType === 'touch'
    const box = item.getBoundingClientRect()
    const start = { x: event.clientX, y: event.clientY }
    const from = [...(list.current?.querySelectorAll('[data-item]') ?? [])].indexOf(item)
    let at: ClientPoint = start
    let pan: EdgePan | null = null
    const controller = new AbortController()
    const { signal } = controller

    const show = () => {
      before.current = countBefore(list.current, at, id)
      const [left, top] = [box.left + at.x - start.x, box.top + at.y - start.y]
      setHeld({ id, left, top, width: box.width, from, before: before.current })
    }
    const take = () => {
      show()
      if (scroller.current) pan = startEdgePan(scroller.current, start, show)
    }
    const timer = isTouch ? setTimeout(take, holdMs) : undefined
    const end = () => {
      clearTimeout(timer)
      pan?.stop()
      controller.abort()
      stop.current = undefined
      before.current = null
      setHeld(null)
    }
    stop.current = end

    window.addEventListener(
      'pointermove',
      (moved) => {
        if (moved.pointerId !== pointerId) return
        at = { x: moved.clientX, y: moved.clientY }
        if (before.current !== null) {
          show()
          pan?.follow(at)
          return
        }
        if (!isDrag(start, at, pointerType)) return
        if (isTouch) end()
        else take()
      },
      { signal },
    )
    window.addEventListener(
      'pointerup',
      (lifted) => {
        if (lifted.pointerId !== pointerId) return
        const position = before.current
        end()
        if (position === null) return
        ignoreNextClick()
        if (position !== from) onMove(id, position + 1)
      },
      { signal },
    )
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('blur', end, { signal })
    window.addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape' || before.current === null) return
        pressed.preventDefault()
        pressed.stopPropagation()
        end()
        ignoreNextClick()
      },
      { signal, capture: true },
    )
    // A long press opens no menu of the browser.
    if (isTouch) window.addEventListener('contextmenu', (menu) => menu.preventDefault(), { signal })
  }

  return {
    /** For the grip of an item. */
    handlePress,
    /** For the element of each item.
     *  @param index 0 for the first */
    itemProps: (id: string, index: number, count: number) => {
      const isHeld = held?.id === id
      return {
        'data-item': id,
        'data-held': isHeld || undefined,
        'data-gap': held && !isHeld ? gapAt(held, index, count) : undefined,
        style: isHeld ? { left: held.left, top: held.top, width: held.width } : undefined,
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          // A long press in the name field is for its menu: paste, select.
          const isInField = event.target instanceof HTMLInputElement
          if (event.pointerType === 'touch' && !isInField) handlePress(event, id)
        },
      }
    },
  }
}

/** The side of an item on which the dragged one would be inserted. */
function gapAt({ from, before }: Held, index: number, count: number): 'before' | 'after' | undefined {
  const others = index > from ? index - 1 : index
  if (others === before) return 'before'
  return before === count - 1 && others === before - 1 ? 'after' : undefined
}

/** How many items come before a point in reading order. A point above or below the list counts in its first
 *  or last row. */
function countBefore(list: HTMLElement | null, at: ClientPoint, heldId: string): number {
  if (!list) return 0
  const boxes = [...list.querySelectorAll<HTMLElement>('[data-item]')]
    .filter(({ dataset }) => dataset['item'] !== heldId)
    .map((item) => item.getBoundingClientRect())
  const top = Math.min(...boxes.map((box) => box.top))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  const y = Math.min(Math.max(at.y, top), bottom - 1)
  const isPassed = ({ left, width }: DOMRect) =>
    isRightToLeft() ? left + width / 2 > at.x : left + width / 2 < at.x
  return boxes.filter((box) => box.bottom <= y || (box.top <= y && isPassed(box))).length
}

/** Most browsers fire a click after a drag. */
function ignoreNextClick(): void {
  const controller = new AbortController()
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true, signal: controller.signal })
  setTimeout(() => controller.abort())
}
