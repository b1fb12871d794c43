/** Sizes on paper in CSS pixels, of which there are 96 to the inch. Rounded down: what is a fraction of a pixel higher than
 *  paper is followed by an empty page. */
export interface Paper {
  readonly name: 'A4' | 'Letter'
  readonly width: number
  readonly height: number
}

export const papers: readonly Paper[] = [
  { name: 'A4', width: 793, height: 1_122 },
  { name: 'Letter', width: 816, height: 1_056 },
]

const sideMarginPx = 48
/** Above and below what a sheet holds: head, foot, margins. */
const headAndFootPx = 243
/** The design's share of the width. */
export const pictureWidthPx = 430
const columnGapPx = 24
/** Between two comments. */
export const commentGapPx = 18
/** Rows of designs on the first page. */
export const tableRowPx = 52

export const contentWidthOf = ({ width }: Paper): number => width - 2 * sideMarginPx
export const contentHeightOf = ({ height }: Paper): number => height - headAndFootPx
/** Of the comments beside the design. */
export const columnWidthOf = (paper: Paper): number => contentWidthOf(paper) - pictureWidthPx - columnGapPx

/** Countries that print on Letter. */
const letterCountries = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE'])

/** What the reader's country prints on. */
export function usualPaper(language: string): Paper['name'] {
  return letterCountries.has(new Intl.Locale(language).maximize().region ?? '') ? 'Letter' : 'A4'
}
