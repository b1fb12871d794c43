/** The text of a row lies over the row's button, so that it can be selected. A click on the text counts as a click on
 *  the row. */
export function isRowClick(target: EventTarget): boolean {
  const isOnControl = target instanceof Element && target.closest('a, button, label') !== null
  return !isOnControl && getSelection()?.isCollapsed !== false
}
