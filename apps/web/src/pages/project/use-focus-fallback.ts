import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import type { SheetStop } from '../../features/review/review'
import { findRowInView } from '../../features/comments/list/find-row'

/** Moves the focus when its element disappears: a pin is resolved, hidden or clustered, or a popup closes. The
 *  browser would silently reset the focus to the top of the page. It goes to the same pin, to its cluster, or to the
 *  design. After a thread in the sheet of a phone, it goes to its row if the sheet shows the list again. */
export function useFocusFallback(
  page: RefObject<HTMLElement | null>,
  { scrollerRef }: Viewport,
  selectedKey: string | null,
  sheetStop: SheetStop | null,
): void {
  // At peek, nothing in the sheet can take the focus.
  const isListOpen = useEffectEvent(() => sheetStop !== null && sheetStop !== 'peek')
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
        if (!(target instanceof Element)) return
        if (root.contains(target)) focused = target
        // A menu or a dialog returns the focus to the element that opened it, which may be gone by then.
        else if (!target.closest(overlay)) focused = null
      },
      { signal },
    )
    // A click on the empty page: the focus stays there. A press on the focused element moves no focus.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!(target instanceof Node && focused?.contains(target))) focused = null
      },
      { signal, capture: true },
    )
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      // An open one keeps the focus.
      if (document.querySelector(`${overlay} :is([role=menu], [role=dialog], [role=alertdialog])`)) return
      const pinKey = focused.getAttribute('data-pin')
      const key = pinKey ?? lastSelected.current
      focused = null
      if (key !== null && pinKey === null && isListOpen() && focusRow(root, key)) return
      if (key === null || !focusPin(scrollerRef.current, key))
        scrollerRef.current?.focus({ preventScroll: true })
    })
    // Menus and dialogs are outside of the page.
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      controller.abort()
    }
  }, [page, scrollerRef])
}

/** What Base UI renders above the page. */
const overlay = '[data-base-ui-portal]'

function focusRow(page: Element, key: string): boolean {
  const list = page.querySelector('.comments-rows')
  const button = list && findRowInView(list, key)?.querySelector<HTMLElement>('.row-button')
  button?.focus({ preventScroll: true })
  return button !== null && button !== undefined
}

/** Focuses a pin, or the cluster that contains it. Returns whether it was found. */
export function focusPin(scroller: HTMLElement | null, key: string): boolean {
  const name = CSS.escape(key)
  const button =
    scroller?.querySelector<HTMLElement>(`[data-pin="${name}"]`) ??
    scroller?.querySelector<HTMLElement>(`[data-members~="${name}"]`)
  button?.focus({ preventScroll: true })
  return button !== undefined && button !== null
}
