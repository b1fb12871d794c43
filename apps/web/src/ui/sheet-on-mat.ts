/** Sides of the mat: 4 : 3. */
const matRatio = 4 / 3
/** Room a whole design may take. */
const maxWidth = 0.84
const maxHeight = 0.86
/** Wide pages that go on for long show their top part, running off the mat's lower edge. */
const longBelowRatio = 0.6
const longFromWidthPx = 1200
const longWidth = 0.74
/** The thumbnail holds no more of a design than this many times its width. */
const thumbnailTallness = 3

/** How large a design lies on a card's mat: its width in percent of the mat's, and its shape. */
export function sheetOnMat({ width, height }: { width: number; height: number }) {
  const shownHeight = Math.min(height, width * thumbnailTallness)
  const aspectRatio = `${width} / ${shownHeight}`
  const isCut = width >= longFromWidthPx && width / height < longBelowRatio
  if (isCut) return { isCut, width: percent(longWidth), maxWidth: `${width}px`, aspectRatio }
  const share = Math.min(maxWidth, maxHeight * (width / shownHeight) * (1 / matRatio))
  return { isCut, width: percent(share), maxWidth: `${width}px`, aspectRatio }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`
}
