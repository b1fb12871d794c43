import type { Metadata, Sharp } from 'sharp'

/** Sources: TIFF 6.0, section 2; Exif 2.32, section 4.6.4. */

const exifName = 'Exif\0\0'
const orientationTag = 0x01_12
const typeShort = 3
/** Bytes of an entry: tag, type, count, and value or its place. */
const entryLength = 12

/** Whether browsers turn a picture by its EXIF orientation. They believe one value of 16 bits alone; libvips believes every
 *  integer. */
export function isTurned({ orientation = 1, exif }: Metadata): boolean {
  return orientation > 1 && exif !== undefined && hasShortOrientation(exif)
}

/** The picture turned as browsers turn it. @param header of its source */
export function upright(picture: Sharp, header: Metadata): Sharp {
  return isTurned(header) ? picture.autoOrient() : picture
}

function hasShortOrientation(exif: Buffer): boolean {
  const tiff = exif.subarray(exif.toString('latin1', 0, exifName.length) === exifName ? exifName.length : 0)
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  if (tiff.length < 8) return false
  const start = long(4)
  const count = start + 2 <= tiff.length ? short(start) : 0
  for (let at = start + 2; at < start + 2 + count * entryLength; at += entryLength) {
    if (at + entryLength > tiff.length) return false
    if (short(at) === orientationTag && short(at + 2) === typeShort && long(at + 4) === 1) return true
  }
  return false
}
