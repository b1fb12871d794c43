/** Distance between a row and the edge of the list. */
const airPx = 8

/** Scrolls the list until the row of a thread is visible, and returns it. The page itself never scrolls for
 *  it. */
export function findRowInView(list: Element, key: string): Element | null {
  const row = list.querySelector(`[data-row="${CSS.escape(key)}"]`)
  if (!row) return null
  const { top, bottom } = row.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (top < frame.top + airPx) list.scrollTop += top - frame.top - airPx
  else if (bottom > frame.bottom - airPx) list.scrollTop += bottom - frame.bottom + airPx
  return row
}

/** The text of a row lies over the row's button, so that it can be selected. A click on the text counts as a click on
 *  the row. */
export function isRowClick(target: EventTarget): boolean {
  const isOnControl = target instanceof Element && target.closest('a, button, label') !== null
  return !isOnControl && getSelection()?.isCollapsed !== false
}
