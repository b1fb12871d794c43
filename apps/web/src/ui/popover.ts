import {
  autoUpdate,
  flip,
  offset,
  shift,
  size,
  useFloating,
  type FlipOptions,
  type Placement,
} from '@floating-ui/react-dom'
import type { CSSProperties, FocusEvent, KeyboardEvent } from 'react'

/** The position of a popover at its anchor. Lengths in CSS pixels. */
interface PopoverPlace {
  readonly placement: Placement
  /** Between the anchor and the popover. */
  readonly gap: number
  readonly flip: FlipOptions
  /** Minimum and maximum height. Within them it is as tall as the window allows, and scrolls. */
  readonly maxHeight: readonly [least: number, most: number]
}

interface Popover {
  readonly setFloating: (element: HTMLElement | null) => void
  readonly style: CSSProperties
  /** From then on its content can take the focus without a scroll. */
  readonly isPositioned: boolean
}

/** Places a popover at `anchor` in the window and keeps it there while either moves. */
export function usePopover(anchor: HTMLElement, place: PopoverPlace): Popover {
  const [least, most] = place.maxHeight
  const { refs, floatingStyles, isPositioned } = useFloating({
    placement: place.placement,
    strategy: 'fixed',
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(place.gap),
      flip(place.flip),
      shift({ padding: 8 }),
      size({
        padding: 8,
        apply: ({ availableHeight, elements }) => {
          elements.floating.style.maxHeight = `${Math.max(least, Math.min(most, availableHeight))}px`
        },
      }),
    ],
  })
  return { setFloating: refs.setFloating, style: floatingStyles, isPositioned }
}

/** A handler of keys that closes something on Esc, also from its fields. The next layer stays open. An Esc that ends a
 *  composition does not arrive: see `lib/input-method.ts`. */
export function onEscape(onClose: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // A menu inside is rendered elsewhere in the page, and closes itself.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
}

/** A handler of `blur` that closes something when the focus leaves it and its anchor, but not when another window has
 *  the focus. */
export function onFocusLeft(onClose: () => void, anchor: HTMLElement | null = null) {
  return ({ relatedTarget, currentTarget }: FocusEvent) => {
    const isInside = (part: Element) => relatedTarget instanceof Node && part.contains(relatedTarget)
    if (isInside(currentTarget) || (anchor && isInside(anchor))) return
    if (document.hasFocus()) onClose()
  }
}
