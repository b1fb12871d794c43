/** Whether the page is read from right to left. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** 1 for the arrow key that points to the next one in a row, -1 for the one that points back, and 0 for other keys. On a
 *  page that is read from right to left, the next one is on the left. Not for the canvas, which is the same in every language. */
export function stepInRow(key: string): 1 | -1 | 0 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowLeft') === isRightToLeft() ? 1 : -1
}
