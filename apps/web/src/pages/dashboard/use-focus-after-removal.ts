import { useEffect, type RefObject } from 'react'

/** Moves the focus when the project that had it leaves the page: deleted, restored, or filtered out. The
 *  focus goes to the element that takes the project's place, among the cards or among the deleted projects.
 *  If there is none, it goes to the last of them, to the last card, or to the page's heading. */
export function useFocusAfterRemoval(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current
    if (!root) return undefined
    let focused: { element: Element; kind: string; at: number } | null = null
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener(
      'focusin',
      ({ target }) => {
        // A dialog is rendered elsewhere. Meanwhile the card that opened it is remembered.
        if (!(target instanceof Element) || !root.contains(target)) return
        const kind = target.closest('.recently-deleted') ? '.recently-deleted li' : 'article'
        const items = [...root.querySelectorAll(kind)]
        focused = { element: target, kind, at: items.findIndex((item) => item.contains(target)) }
      },
      { signal },
    )
    // A press on the empty page removes the focus on purpose.
    root.addEventListener('pointerdown', () => (focused = null), { signal, capture: true })
    const keep = () => {
      if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
      const items = [...root.querySelectorAll(focused.kind)]
      const item = items[focused.at] ?? items.at(-1) ?? [...root.querySelectorAll('article')].at(-1)
      const heading = root.querySelector('h1')
      if (heading) heading.tabIndex = -1
      const target = item?.querySelector<HTMLElement>('a, button') ?? heading
      target?.focus({ preventScroll: true })
    }
    // Observes the whole page, because a dialog may close, and return the focus to a removed button, after
    // the list has changed.
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      controller.abort()
    }
  }, [page])
}
