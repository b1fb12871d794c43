/** Sources: GIF89a specification, sections 18 to 27. */

const [screenLength, imageSeparator, extensionIntroducer, trailer] = [13, 0x2c, 0x21, 0x3b]
/** A picture of one transparent pixel. */
const transparentFrame = Buffer.from('21f90401000000002c0000000001000100000202440100', 'hex')

/** Colours in the largest table. */
const maxColours = 256

/** A GIF with a black colour table, if it has none for all its pictures. A picture without any table is black in browsers, and
 *  libvips shows its second colour in white. */
export function withPalette(gif: Buffer): Buffer {
  const flags = gif[10] ?? 0x80
  if ((flags & 0x80) !== 0) return gif
  const screen = Buffer.from(gif.subarray(0, screenLength))
  screen[10] = flags | 0x87
  return Buffer.concat([screen, Buffer.alloc(3 * maxColours), gif.subarray(screenLength)])
}

/** A GIF whose first picture does not cover the whole screen, with a transparent picture at its end. Otherwise libvips finds
 *  no transparency in some of these files, and the rest of the screen would be black; in browsers it is transparent.
 *  @returns all other files unchanged */
export function withTransparentScreen(gif: Buffer): Buffer {
  const colourTable = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  let isCovered: boolean | undefined
  for (let at = screenLength + colourTable(gif[10] ?? 0); at < gif.length;) {
    if (gif[at] === trailer)
      return isCovered !== false
        ? gif
        : Buffer.concat([gif.subarray(0, at), transparentFrame, gif.subarray(at)])
    if (gif[at] === imageSeparator && at + 10 <= gif.length) {
      isCovered ??= coversScreen(gif, at)
      at += 11 + colourTable(gif[at + 9] ?? 0)
    } else if (gif[at] === extensionIntroducer) at += 2
    else return gif
    // Data in blocks with their lengths, up to an empty one.
    while (at < gif.length && gif[at] !== 0) at += 1 + (gif[at] ?? 0)
    at += 1
  }
  return gif
}

/** @param at where the description of a picture begins */
function coversScreen(gif: Buffer, at: number): boolean {
  const [left, top, width, height] = [1, 3, 5, 7].map((offset) => gif.readUInt16LE(at + offset))
  return (
    left === 0 && top === 0 && (width ?? 0) >= gif.readUInt16LE(6) && (height ?? 0) >= gif.readUInt16LE(8)
  )
}
