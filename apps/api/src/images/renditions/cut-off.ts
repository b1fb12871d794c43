import sharp from 'sharp'
import { limits } from '@pinmark/shared/limits'
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

/** libvips reads at most this many rows ahead. */
const rowsAhead = 16
/** What the decoder of JPEGs puts in place of missing rows, before a profile changes it a little. */
const [missingGrey, tolerance] = [128, 3]

interface Decoded {
  data: Buffer
  width: number
  height: number
  channels: number
}

/** The number of rows from the top that a cut-off JPEG or GIF still has. The decoder has filled the others.
 *  @param decoded what it has decoded, with rows in the order of the file */
export async function countArrivedRows(
  { data, width, height, channels }: Decoded,
  source: Uint8Array,
  sourceType: SourceType,
): Promise<number> {
  const isFilled = (row: number, fill: number) =>
    data
      .subarray(row * width * channels, (row + 1) * width * channels)
      .every((value) => Math.abs(value - fill) <= tolerance)
  if (sourceType === 'gif') {
    // Missing rows are transparent.
    let rows = height
    while (rows > 0 && isFilled(rows - 1, 0)) rows -= 1
    return rows
  }
  let rows = await countWholeRows(source, height)
  const last = Math.min(height, rows + rowsAhead)
  while (rows < last && !isFilled(rows, missingGrey)) rows += 1
  return rows
}

/** The number of rows that are decoded without an error, a few too low for a large picture. */
async function countWholeRows(source: Uint8Array, height: number): Promise<number> {
  let [whole, missing] = [0, height]
  while (missing - whole > Math.max(1, height / 512)) {
    const rows = Math.ceil((whole + missing) / 2)
    if (await hasRow(source, rows - 1)) whole = rows
    else missing = rows
  }
  return whole
}

/** Rows are decoded from the top, up to this one. */
async function hasRow(source: Uint8Array, top: number): Promise<boolean> {
  try {
    await sharp(source, {
      failOn: 'error',
      sequentialRead: true,
      limitInputPixels: limits.image.maxPixels,
    })
      .extract({ left: 0, top, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}
