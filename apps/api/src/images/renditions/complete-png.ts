import { constants, deflateSync, inflateRawSync } from 'node:zlib'
import { chunkOf, chunksOf, signatureLength } from './png-chunks'

/** Completes a PNG whose pixels end early, or whose sum over them is wrong, so that a decoder shows what is there, as browsers
 *  do. Sources: W3C PNG specification, third edition, sections 5, 7 and 8; RFC 1950. */
interface CompletedPng {
  /** The missing pixels are zeros. */
  png: Buffer
  isWhole: boolean
  /** One, or those of an interlaced picture. */
  passes: ArrivedPass[]
}

interface ArrivedPass {
  pass: Pass
  rows: number
  arrivedRows: number
}

/** Its first pixel, and the distances to its next ones. */
type Pass = readonly [left: number, top: number, across: number, down: number]

const plain: readonly Pass[] = [[0, 0, 1, 1]]
const adam7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

/** Values of a pixel by the colour type, of which 1 and 5 do not exist. */
const channelsOfTypes = [1, 0, 3, 1, 2, 0, 4]

/** Larger pictures are not completed, to stay within the memory of the worker. */
const maxBytes = 256 * 1024 * 1024
/** Method and level, which begin the compressed pixels. */
const zlibHeaderLength = 2

/** @returns null if its pixels cannot be unpacked at all */
export function completePng(source: Uint8Array): CompletedPng | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  const { before, packed } = partsOf(bytes)
  const header = bytes.subarray(signatureLength + 8, signatureLength + 21)
  if (header.length < 13) return null
  const bitsPerPixel = (channelsOfTypes[header[9] ?? 0] ?? 0) * (header[8] ?? 0)
  const sizes = (header[12] === 1 ? adam7 : plain).flatMap((pass) => {
    const [left, top, across, down] = pass
    const columns = Math.ceil((header.readUInt32BE(0) - left) / across)
    const rows = Math.ceil((header.readUInt32BE(4) - top) / down)
    // Each row begins with its filter.
    return columns > 0 && rows > 0
      ? [{ pass, rows, rowBytes: 1 + Math.ceil((columns * bitsPerPixel) / 8) }]
      : []
  })
  const total = sizes.reduce((sum, { rows, rowBytes }) => sum + rows * rowBytes, 0)
  const arrived = bitsPerPixel === 0 || total > maxBytes ? null : unpack(packed, total)
  if (!arrived) return null
  let left = arrived.length
  const passes = sizes.map(({ pass, rows, rowBytes }) => {
    const arrivedRows = Math.min(rows, Math.floor(left / rowBytes))
    left -= arrivedRows * rowBytes
    return { pass, rows, arrivedRows }
  })
  const pixels = deflateSync(Buffer.concat([arrived], total), { level: 1 })
  const png = Buffer.concat([...before, chunkOf('IDAT', pixels), chunkOf('IEND', Buffer.alloc(0))])
  return { png, isWhole: arrived.length === total, passes }
}

/** The chunks before the pixels, and the data of the pixels. */
function partsOf(bytes: Buffer): { before: Buffer[]; packed: Buffer } {
  const before = [bytes.subarray(0, signatureLength)]
  const pieces: Buffer[] = []
  for (const { type, data, whole } of chunksOf(bytes)) {
    if (type === 'IDAT') pieces.push(data)
    else if (pieces.length === 0) before.push(whole)
  }
  return { before, packed: Buffer.concat(pieces) }
}

/** Null if the data is broken before it ends. */
function unpack(packed: Buffer, maxOutputLength: number): Buffer | null {
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength }
    return inflateRawSync(packed.subarray(zlibHeaderLength), options)
  } catch {
    return null
  }
}

/** Gives each pixel of an interlaced picture that has not arrived the colour of an earlier pass beside it. False if rows of the
 *  first pass are missing, because then there is none. */
export function fillFromEarlierPasses(
  { data, width, channels }: { data: Buffer; width: number; channels: number },
  passes: readonly ArrivedPass[],
): boolean {
  const [first, ...later] = passes
  if (!first || first.arrivedRows < first.rows) return false
  for (const { pass, rows, arrivedRows } of later) {
    const [left, top, across, down] = pass
    for (let row = arrivedRows; row < rows; row += 1) {
      const y = top + row * down
      for (let x = left; x < width; x += across) {
        const from = ((y - (y % down)) * width + x - (x % across)) * channels
        data.copyWithin((y * width + x) * channels, from, from + channels)
      }
    }
  }
  return true
}
