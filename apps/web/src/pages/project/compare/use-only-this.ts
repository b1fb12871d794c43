import { useLayoutEffect, type RefObject } from 'react'

/** While a window covers the page, nothing of the page below can be reached by keys or by readers, and it does not
 *  scroll. The focus goes back to what had it. Notes of the page lie above the window, and stay. */
export function useOnlyThis(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const covered: Element[] = []
    for (
      let part: Element | null = element.current;
      part && part !== document.body;
      part = part.parentElement
    ) {
      for (const other of part.parentElement?.children ?? []) {
        const isAbove = other === part || other.matches(aboveAll) || other.querySelector(aboveAll) !== null
        if (isAbove || other.hasAttribute('inert')) continue
        other.setAttribute('inert', '')
        covered.push(other)
      }
    }
    document.documentElement.style.overflow = 'hidden'
    return () => {
      for (const other of covered) other.removeAttribute('inert')
      document.documentElement.style.overflow = ''
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [element])
}

const aboveAll = '.toast-viewport, body > [role="status"], script, style'
