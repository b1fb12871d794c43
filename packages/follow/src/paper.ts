import type { Picture } from './picture'

/** Most of a page is paper. Pieces of rows this long are left out of a search when nothing is there, in pixels. */
export const piecePx = 32

/** Tells for each piece of each row, row by row, whether it and all pixels around it have the same value: there are no
 *  slopes. Never true in the first and the last row. */
export function paperOf({ width, height, data }: Omit<Picture, 'channels'>): Uint8Array {
  const pieces = piecesAcross(width)
  const shades = new Int16Array(pieces * height)
  for (let y = 0; y < height; y += 1) readShades(data, y * width, width, shades, y * pieces)
  const isPaper = new Uint8Array(pieces * height)
  for (let y = 1; y < height - 1; y += 1) comparePieces(shades, y * pieces, pieces, isPaper)
  return isPaper
}

export function piecesAcross(width: number): number {
  return Math.ceil(width / piecePx)
}

/** The value that all pixels of a piece and of its neighbours in the row have, -1 where they differ.
 *  @param start, to of the row, in `data` and in `shades` */
function readShades(data: Uint8Array, start: number, width: number, shades: Int16Array, to: number): void {
  for (let piece = 0, left = 0; left < width; piece += 1, left += piecePx) {
    let at = start + Math.max(0, left - 1)
    const last = start + Math.min(width - 1, left + piecePx)
    const shade = data[at] ?? 0
    while (at < last && data[at + 1] === shade) at += 1
    shades[to + piece] = at === last ? shade : -1
  }
}

function comparePieces(shades: Int16Array, row: number, pieces: number, isPaper: Uint8Array): void {
  for (let at = row; at < row + pieces; at += 1) {
    const shade = shades[at] ?? -1
    const isSame = shade === shades[at - pieces] && shade === shades[at + pieces]
    isPaper[at] = isSame && shade >= 0 ? 1 : 0
  }
}
