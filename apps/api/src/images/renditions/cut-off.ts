import sharp, { type SharpOptions } from 'sharp'
import { lacksEnd } from '@pinmark/shared/missing-end'
import type { SourceType } from './sniff'

/** No image is shorter: such a file has a wrong beginning too. */
const minBytes = 33

/** Whether the end of a file is missing. */
export function isCutOff(upload: Uint8Array, sourceType: SourceType): boolean {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.length)
  if (bytes.length < minBytes) return false
  if (sourceType === 'webp') return bytes.readUInt32LE(4) + 8 > bytes.length
  if (sourceType === 'avif') return endOfBoxes(bytes) > bytes.length
  if (sourceType === 'svg') return !/(?:svg\s*|\/)>\s*$/.test(bytes.toString('latin1', bytes.length - 64))
  return lacksEnd(bytes)
}

/** Where the boxes of the file end (ISO/IEC 14496-12), as far as they name a length of 32 bits. */
function endOfBoxes(bytes: Buffer): number {
  let at = 0
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) return bytes.length
    at += length
  }
  return at
}

/** libvips reads about this many rows ahead. */
const rowsAtOnce = 16

/** The number of rows from the top that a cut-off file still has, a few too low. 0 for a file that is not coded row by row.
 *  @param options whose `failOn` refuses missing data */
export async function countArrivedRows(
  source: Uint8Array,
  options: SharpOptions,
  height: number,
): Promise<number> {
  let [arrived, missing] = [0, height]
  while (missing - arrived > rowsAtOnce) {
    const rows = Math.ceil((arrived + missing) / 2)
    if (await hasRow(source, options, rows - 1)) arrived = rows
    else missing = rows
  }
  return arrived
}

/** Rows are decoded from the top, up to this one. */
async function hasRow(source: Uint8Array, options: SharpOptions, top: number): Promise<boolean> {
  try {
    await sharp(source, { ...options, sequentialRead: true })
      .extract({ left: 0, top, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}
