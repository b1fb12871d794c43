/** Removes everything but the pixels from a JPEG. It reads segments and decodes nothing. For anything that it
 *  does not know for certain it gives up, and the image is then encoded again. Source: ITU-T T.81, annex B. */

const marker = {
  extendedFrame: 0xc1,
  progressiveFrame: 0xc2,
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  jfif: 0xe0,
  adobe: 0xee,
} as const
/** Baseline, extended and progressive frames with Huffman coding; tables; the restart interval. */
const keptMarkers = new Set([0xc0, marker.extendedFrame, marker.progressiveFrame, 0xc4, 0xdb, 0xdd])
/** Metadata: APP0 to APP15, and comments. */
const isDropped = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe

const jfifName = Buffer.from('JFIF\0', 'latin1')
const adobeName = Buffer.from('Adobe', 'latin1')
/** A JFIF segment: colours are YCbCr, with square pixels and without a preview. */
const plainJfif = Buffer.from([0xff, 0xe0, 0, 16, ...jfifName, 1, 1, 0, 0, 1, 0, 1, 0, 0])
/** Offset of the colour transform in an Adobe segment, after the name. */
const adobeTransformAt = 11

/** The same pixels in the same coding, without metadata, previews, comments and trailing bytes.
 *  @returns null for a file of another structure than cameras and design tools write */
export function bareJpeg(source: Uint8Array): Buffer | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + marker.startOfImage) return null
  const colours: Buffer[] = []
  const kept: Buffer[] = []
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const code = bytes[at + 1] ?? 0
    if (code === marker.endOfImage) {
      return hasScan
        ? Buffer.concat([bytes.subarray(0, 2), ...colours, ...kept, bytes.subarray(at, at + 2)])
        : null
    }
    const end = segmentEnd(bytes, at)
    if (end === null) return null
    if (isDropped(code)) colours.push(...coloursOfSegment(code, bytes.subarray(at + 4, end)))
    else if (code === marker.startOfScan) {
      const scanEnd = endOfScan(bytes, end)
      kept.push(bytes.subarray(at, scanEnd))
      hasScan = true
      at = scanEnd
      continue
    } else if (keptMarkers.has(code)) kept.push(bytes.subarray(at, end))
    else return null
    at = end
  }
  return null
}

/** The number of scans in a JPEG. It skips stray bytes between segments, as decoders do. */
export function scanCount(source: Uint8Array): number {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const code = bytes[at + 1] ?? 0
    if (code === marker.endOfImage) break
    if (code === marker.startOfScan) scans += 1
    const hasContent = code > 0x01 && code !== 0xff && !(code >= 0xd0 && code <= 0xd8)
    at = hasContent ? endForDecoder(bytes, at) : at + (code === 0xff ? 1 : 2)
  }
  return scans
}

/** Whether the values of a JPEG have 12 bits, which no browser and hardly any program shows. */
export function isDeepJpeg(source: Uint8Array): boolean {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  for (let at = 2; bytes[at] === 0xff;) {
    const code = bytes[at + 1] ?? 0
    if (code === marker.extendedFrame || code === marker.progressiveFrame) return bytes[at + 4] === 12
    const end = segmentEnd(bytes, at)
    if (end === null) return false
    at = end
  }
  return false
}

/** Where a decoder continues after the segment at `at`. libjpeg treats a length below 2 as an empty segment. */
function endForDecoder(bytes: Buffer, at: number): number {
  const isEmpty = at + 4 <= bytes.length && bytes.readUInt16BE(at + 2) < 2
  return isEmpty ? at + 4 : (segmentEnd(bytes, at) ?? bytes.length)
}

/** The end of the segment that begins at `at`; null if its length is impossible. */
function segmentEnd(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length < 2 || end > bytes.length ? null : end
}

/** The position of the next marker after coded data. Restart markers belong to the data. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1] ?? 0
    const isData = code === 0 || (code >= 0xd0 && code <= 0xd7)
    if (!isData) return at
  }
  return bytes.length
}

/** A new segment with the colour information of a dropped one, without which a decoder has to guess. */
function coloursOfSegment(code: number, content: Buffer): Buffer[] {
  if (code === marker.jfif && content.subarray(0, jfifName.length).equals(jfifName)) return [plainJfif]
  const isAdobe = code === marker.adobe && content.subarray(0, adobeName.length).equals(adobeName)
  const transform = content[adobeTransformAt]
  if (!isAdobe || transform === undefined) return []
  return [Buffer.from([0xff, marker.adobe, 0, 14, ...adobeName, 0, 100, 0, 0, 0, 0, transform])]
}
