/** Which way an arrow key goes along a row, whose order is the direction of writing: 1 to what follows, -1 back, 0 for other keys. */
export function rowStep(key: string): 1 | -1 | 0 {
  const isRightToLeft = document.documentElement.dir === 'rtl'
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1
  return 0
}
