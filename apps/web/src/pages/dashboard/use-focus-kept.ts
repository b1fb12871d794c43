import { useEffect, type RefObject } from 'react'

/** Keeps the focus on the page when the project that had it goes: deleted, restored, or gone from a filtered list. It
 *  goes to the card in its place, to the last one, or to the page's heading. */
export function useFocusKept(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current
    if (!root) return undefined
    let focused: { element: Element; card: number } | null = null
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener(
      'focusin',
      ({ target }) => {
        // A dialog is drawn elsewhere: the card it was opened from is remembered meanwhile.
        if (!(target instanceof Element) || !root.contains(target)) return
        const cards = [...root.querySelectorAll('article')]
        focused = { element: target, card: cards.findIndex((card) => card.contains(target)) }
      },
      { signal },
    )
    // A press beside everything takes the focus away on purpose.
    root.addEventListener('pointerdown', () => (focused = null), { signal, capture: true })
    const keep = () => {
      if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
      const cards = [...root.querySelectorAll('article')]
      const card = cards[focused.card] ?? cards.at(-1)
      const heading = root.querySelector('h1')
      if (heading) heading.tabIndex = -1
      const target = card?.querySelector('a') ?? heading
      target?.focus({ preventScroll: true })
    }
    // All of the page: a dialog that gives the focus back to a button that is gone closes after the list has changed.
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      controller.abort()
    }
  }, [page])
}
