import type { SourceType } from './sniff'

/** No image is shorter: such a file has a wrong beginning too. */
const minBytes = 33

/** Whether the end of a file is missing. It looks for the mark that ends a file of this format, or for the length that
 *  the file names. So it says nothing about a file with other bytes behind its end. */
export function isCutOff(upload: Uint8Array, sourceType: SourceType): boolean {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.length)
  if (bytes.length < minBytes) return false
  if (sourceType === 'jpeg') return bytes.subarray(-2).toString('hex') !== 'ffd9'
  if (sourceType === 'png') return !bytes.subarray(-64).includes('IEND')
  if (sourceType === 'gif') return bytes.at(-1) !== 0x3b
  if (sourceType === 'webp') return bytes.readUInt32LE(4) + 8 > bytes.length
  if (sourceType === 'avif') return endOfBoxes(bytes) > bytes.length
  return sourceType === 'svg' && !/(?:svg\s*|\/)>\s*$/.test(bytes.toString('latin1', bytes.length - 64))
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
