import { useState, type RefObject } from 'react'
import { readStored, writeStored } from '../../lib/storage'

/** Sizes on paper in CSS pixels, 96 to the inch. Rounded down: content that is higher than the paper by a
 *  fraction of a pixel is followed by an empty page. */
export interface Paper {
  readonly name: 'A4' | 'Letter'
  readonly width: number
  readonly height: number
}

const papers: readonly Paper[] = [
  { name: 'A4', width: 793, height: 1_122 },
  { name: 'Letter', width: 816, height: 1_056 },
]

const sideMarginPx = 48
/** Head, foot and margins of a sheet. */
const headAndFootPx = 243
/** Width of the design's column. */
export const pictureWidthPx = 430
const columnGapPx = 24
/** Distance between two comments. */
export const commentGapPx = 18
/** Height of a row of the table on the first page. */
export const tableRowPx = 52

export const contentWidthOf = ({ width }: Paper): number => width - 2 * sideMarginPx
export const contentHeightOf = ({ height }: Paper): number => height - headAndFootPx
/** Width of the comments' column beside the design. */
export const columnWidthOf = (paper: Paper): number => contentWidthOf(paper) - pictureWidthPx - columnGapPx

/** Countries that print on Letter. */
const letterCountries = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE'])

/** The usual paper of the reader's country.
 *  @param language as the browser names it. It may be no language tag: without a locale of the system, Chromium says
 *  `en-US@posix`, others say `C` or nothing */
export function usualPaper(language: unknown): Paper['name'] {
  const { region = '' } = localeOf(language).maximize()
  return letterCountries.has(region) ? 'Letter' : 'A4'
}

function localeOf(language: unknown): Intl.Locale {
  try {
    return new Intl.Locale(String(language).replace(/@.*/, ''))
  } catch {
    return new Intl.Locale('und')
  }
}

const storedKey = 'pinmark.paper'

/** The last chosen paper, or else the usual one of the reader's country. */
export function usePaper() {
  const [name, setName] = useState<string>(() => readStored(storedKey) ?? usualPaper(navigator.language))
  const paper = papers.find((one) => one.name === name) ?? papers[0]
  if (!paper) throw new Error('There is no paper.')
  return {
    paper,
    choices: papers.map((one) => one.name),
    choosePaper: (next: Paper['name']) => {
      setName(next)
      writeStored(storedKey, next)
    },
  }
}

/** Prints after every picture has loaded, because a printer does not wait for them. A picture that fails to
 *  load stays empty, as on the screen. */
export function usePrint(place: RefObject<HTMLElement | null>) {
  const [isPreparing, setPreparing] = useState(false)
  return {
    isPreparing,
    print: () => {
      const pictures = [...(place.current?.querySelectorAll('img') ?? [])]
      setPreparing(true)
      void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
        setPreparing(false)
        window.print()
      })
    },
  }
}
