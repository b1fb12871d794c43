import type { ErrorCode } from '@pinmark/shared/messages'

/** What a thread does with a PDF. */
export type PdfTask =
  /** Draws one page, 1 for the first. */
  | { kind: 'page'; page: number }
  /** Counts the pages and measures the first of them, with a small picture each where it is asked for. */
  | { kind: 'list'; hasPictures: boolean }

/** An opaque picture of three bytes a pixel. */
export interface RawPicture {
  data: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

interface ListedPage {
  /** In pixels, as it would be drawn. */
  width: number
  height: number
  /** Null without pictures, and for pages that there was no time to draw. */
  picture: RawPicture | null
}

export type PdfResult =
  { drawn: RawPicture } | { count: number; pages: ListedPage[] } | { refused: ErrorCode; detail: string }

/** Pages that are listed; of more, only their number is told. */
export const maxListedPages = 200
/** Width of the small pictures in pixels: 77 CSS pixels in the dialog, at two device pixels each. */
export const listedPictureWidth = 154
/** Memory that one document may take inside the thread. A page of the largest size needs 200 MB for its pixels, and as much
 *  again for each level of transparency. */
export const maxPdfBytes = 640 * 1024 * 1024
/** Drawing small pictures ends after this long, by the clock. */
export const maxListingMs = 4_000
