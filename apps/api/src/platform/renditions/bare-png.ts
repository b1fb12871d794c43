/** Removes texts and other metadata from a PNG before it is decoded. libpng unpacks every compressed text: a file of
 *  0.7 MB holds 700 MB of them. Source: W3C PNG specification, third edition, sections 5.3 and 11.3. */

const signatureLength = 8
/** Length, type and checksum of a chunk. */
const frameLength = 12
/** What decides about pixels, their colours and their orientation. Critical chunks, which begin with a capital letter,
 *  are kept too: a decoder refuses those that it does not know. */
const keptTypes = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'eXIf'])

/** The same picture without the chunks that no decoder needs. A broken end is kept, so that the decoder refuses the file
 *  as it would have refused the original. */
export function barePng(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length)
  const bare = Buffer.allocUnsafe(bytes.length)
  let length = bytes.copy(bare, 0, 0, signatureLength)
  for (let at = signatureLength; at < bytes.length;) {
    const isWhole = at + frameLength <= bytes.length
    const end = isWhole ? Math.min(at + frameLength + bytes.readUInt32BE(at), bytes.length) : bytes.length
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (/^[A-Z]/.test(type) || keptTypes.has(type)) length += bytes.copy(bare, length, at, end)
    if (type === 'IEND') break
    at = end
  }
  return bare.subarray(0, length)
}
