/** Finds files that a download or a copy has cut off. */

const jpegStart = [0xff, 0xd8, 0xff]
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const gifStart = [0x47, 0x49, 0x46, 0x38]

/** Whether the end of a JPEG, PNG or GIF is missing. Browsers show the part that is there. False for all other files. */
export function lacksEnd(bytes: Uint8Array): boolean {
  const startsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  if (startsWith(jpegStart)) return !hasEndOfJpeg(bytes)
  if (startsWith(pngStart)) return !hasEndOfPng(bytes)
  return startsWith(gifStart) && !hasEndOfGif(bytes)
}

/** Walks to the first scan, because metadata may contain a small JPEG with an end of its own. Other bytes may follow the end.
 *  Source: ITU-T T.81, annex B. */
function hasEndOfJpeg(bytes: Uint8Array): boolean {
  const [startOfScan, end] = [0xda, 0xd9]
  let isInScan = false
  for (let at = bytes.indexOf(0xff, 2); at !== -1; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1]
    if (marker === end) return true
    isInScan ||= marker === startOfScan
    const isFill = marker === 0xff
    const hasLength = !isInScan && !isFill && marker !== undefined && marker > 1
    at += isFill ? 1 : hasLength ? 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) : 2
  }
  return false
}

/** Source: W3C PNG specification, third edition, section 5.3. */
function hasEndOfPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = pngStart.length; at + 8 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === typeOfEnd) return true
  return false
}
/** `IEND`. */
const typeOfEnd = 0x49_45_4e_44

/** Some programs fill the file with zeros. */
function hasEndOfGif(bytes: Uint8Array): boolean {
  let at = bytes.length - 1
  while (bytes[at] === 0) at -= 1
  return bytes[at] === 0x3b
}
