import { useLayoutEffect, type RefObject } from 'react'

/** The field that had the focus when the current commit of React removed it. */
let removed: { name: string; selection: [start: number, end: number] } | null = null

/** Keeps the focus and the caret when a field moves: a turned phone shows a thread in a popup instead of the sheet.
 *  Both fields have the same `name`. */
export function useMovedFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = field.current
    if (element && removed?.name === element.name) {
      element.focus({ preventScroll: true })
      element.setSelectionRange(...removed.selection)
    }
    return () => {
      if (document.activeElement === element) rememberFocus()
    }
  }, [field])
}

/** Called before the focused field is removed, or loses the focus because its surroundings are removed. */
export function rememberFocus(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement)) return
  removed = { name: field.name, selection: [field.selectionStart, field.selectionEnd] }
  // React mounts the new field before this.
  queueMicrotask(() => (removed = null))
}
