import { useEffect, useRef, type RefObject } from 'react'
import { focusPin } from '../../features/canvas/focus-pin'
import type { Viewport } from '../../features/canvas/use-viewport'

/** What has the focus can go: a pin is resolved, hidden or joined into a group, a popup is closed. The browser then
 *  leaves the focus at the top of the page, without a word; here it goes to the pin that was meant, to the group that
 *  stands for it now, or to the design. */
export function useFocusHome(
  page: RefObject<HTMLElement | null>,
  { scrollerRef }: Viewport,
  selectedKey: string | null,
): void {
  const lastSelected = useRef(selectedKey)
  useEffect(() => {
    if (selectedKey !== null) lastSelected.current = selectedKey
  }, [selectedKey])
  useEffect(() => {
    const root = page.current
    if (!root) return undefined
    let focused: Element | null = null
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener(
      'focusin',
      ({ target }) => {
        focused = target instanceof Element && root.contains(target) ? target : null
      },
      { signal },
    )
    // A click beside everything: the focus stays where the person put it.
    document.addEventListener('pointerdown', () => (focused = null), { signal, capture: true })
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      const key = focused.getAttribute('data-pin') ?? lastSelected.current
      focused = null
      if (key === null || !focusPin(scrollerRef.current, key))
        scrollerRef.current?.focus({ preventScroll: true })
    })
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      controller.abort()
    }
  }, [page, scrollerRef])
}
