import type { ErrorCode } from '@pinmark/shared/messages'
import type { ReadLine } from './text-lines'

/** The tasks of a thread for a PDF. */
export type PdfTask =
  /** Draws one page, 1 for the first. */
  | { kind: 'page'; page: number }
  /** Counts the pages and measures the first of them, with a small picture of each on demand. */
  | { kind: 'list'; hasPictures: boolean }

/** An opaque picture with three bytes per pixel. */
export interface RawPicture {
  data: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

interface ListedPage {
  /** Size of the drawn page in pixels. */
  width: number
  height: number
  /** Names of fonts that are neither in the document nor known here, so that their text is missing. */
  missingFonts: string[]
  /** Whether annotations are missing that other viewers draw. */
  lacksAnnotations: boolean
  /** Null without pictures, and for pages that there was no time to draw. */
  picture: RawPicture | null
}

export type PdfResult =
  | { drawn: RawPicture; missingFonts: string[]; lacksAnnotations: boolean; lines: ReadLine[] }
  | { count: number; pages: ListedPage[] }
  | { refused: ErrorCode; detail: string }

/** Maximum number of listed pages. Of more, only the number is returned. */
export const maxListedPages = 200
/** Width of the small pictures in pixels: 77 CSS pixels in the dialog, at two device pixels each. */
export const listedPictureWidth = 154
/** Memory that one document may take inside the thread. A page of the largest size needs 200 MB for its pixels, and as much
 *  again for each level of transparency. */
export const maxPdfBytes = 640 * 1024 * 1024
/** Time limit for drawing small pictures and for looking for missing parts, by the clock. */
export const maxListingMs = 4_000
