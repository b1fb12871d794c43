import { useLayoutEffect, useState, type RefObject } from 'react'

/** Makes the page below a window inert: keys and screen readers cannot reach it, and it does not scroll. The
 *  focus returns to its earlier element. Notes of the page lie above the window, and stay active.
 *  @param kept a part of the page that the window leaves uncovered */
export function useInertPage(element: RefObject<HTMLElement | null>, kept = ''): void {
  const [opener] = useState(findOpener)
  useLayoutEffect(() => {
    const covered: Element[] = []
    const cover = () => {
      for (const part of partsFrom(element.current)) {
        for (const other of part.parentElement?.children ?? []) {
          if (kept !== '' && other.matches(kept)) continue
          const isAbove = other === part || other.matches(aboveAll) || other.querySelector(aboveAll) !== null
          if (isAbove || other.hasAttribute('inert')) continue
          other.setAttribute('inert', '')
          covered.push(other)
        }
      }
    }
    cover()
    // Rotating a phone replaces parts of the page, and some parts arrive late.
    const watch = new MutationObserver(cover)
    for (const { parentElement } of partsFrom(element.current))
      if (parentElement) watch.observe(parentElement, { childList: true })
    document.documentElement.style.overflow = 'hidden'
    return () => {
      watch.disconnect()
      for (const other of covered) other.removeAttribute('inert')
      document.documentElement.style.overflow = ''
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [element, opener, kept])
}

/** The focused element, or the button of the menu that has the focus, because the menu is gone when the
 *  window closes. */
function findOpener(): Element | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role=menu]')
  return menu ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]') : focused
}

/** An element and its ancestors, up to the body. */
function partsFrom(element: Element | null): Element[] {
  if (!element || element === document.body) return []
  return [element, ...partsFrom(element.parentElement)]
}

/** Notes, and the menus and dialogs of the window itself. */
const aboveAll = '.toast-viewport, [data-base-ui-portal], body > [role="status"], script, style'
