const matRatio = 4 / 3
/** Maximum share of the mat's width for a complete design. */
const maxWidth = 0.84
const maxHeight = 0.86
/** Long pages show their top part, which runs off the mat's lower edge. */
const longBelowRatio = 0.6
const longFromWidthPx = 1200
const longWidth = 0.74
/** The thumbnail contains no more of a design than this many times its width. */
const thumbnailTallness = 3

/** The size of a design on a card's mat: its width in percent of the mat's, and its aspect ratio. */
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
