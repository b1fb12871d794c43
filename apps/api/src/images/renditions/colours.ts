import type { Chromaticity, NamedColours } from './icc-profile'

const d65: Chromaticity = [0.3127, 0.329]
const illuminantC: Chromaticity = [0.31, 0.316]

type Primaries = Omit<NamedColours, 'toLinear'>

const primariesOf = (white: Chromaticity, ...[red, green, blue]: Chromaticity[]): Primaries | undefined =>
  red && green && blue && { white, red, green, blue }

/** Colour primaries by their code point (ITU-T H.273, table 2). */
const primaries = new Map<number, Primaries | undefined>([
  [1, primariesOf(d65, [0.64, 0.33], [0.3, 0.6], [0.15, 0.06])],
  [4, primariesOf(illuminantC, [0.67, 0.33], [0.21, 0.71], [0.14, 0.08])],
  [5, primariesOf(d65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06])],
  [6, primariesOf(d65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07])],
  [7, primariesOf(d65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07])],
  [8, primariesOf(illuminantC, [0.681, 0.319], [0.243, 0.692], [0.145, 0.049])],
  [9, primariesOf(d65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046])],
  [10, primariesOf([1 / 3, 1 / 3], [1, 0], [0, 1], [0, 0])],
  [11, primariesOf([0.314, 0.351], [0.68, 0.32], [0.265, 0.69], [0.15, 0.06])],
  [12, primariesOf(d65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06])],
  [22, primariesOf(d65, [0.63, 0.34], [0.295, 0.605], [0.155, 0.077])],
])

const srgb = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Light of HDR as a share of white. White has 203 cd/m² (ITU-R BT.2408). What is brighter is as bright as white. */
const whiteNits = 203
/** ITU-R BT.2100, table 4. */
const pq = (value: number) => {
  const [m1, m2, c1, c2, c3] = [1_305 / 8_192, 2_523 / 32, 107 / 128, 2_413 / 128, 2_392 / 128]
  const power = value ** (1 / m2)
  return ((Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1) * 10_000) / whiteNits
}
/** ITU-R BT.2100, table 5, for a screen of 1,000 cd/m², whose system gamma is 1.2. */
const hlg = (value: number) => {
  const [a, b, c] = [0.178_832_77, 0.284_668_92, 0.559_910_73]
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12
  return (scene ** 1.2 * 1_000) / whiteNits
}
/** A screen for television: ITU-R BT.1886. */
const bt1886 = (value: number) => value ** 2.4
const smpte240 = (value: number) => (value < 0.0913 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45))

/** Transfer characteristics of television: ITU-R BT.709, BT.601, BT.2020, and IEC 61966-2-4. */
const ofTelevision = [1, 6, 11, 14, 15]

/** Transfer characteristics by their code point (ITU-T H.273, table 3). */
const transfers = new Map<number, NamedColours['toLinear']>([
  ...ofTelevision.map((code) => [code, bt1886] as const),
  [13, srgb],
  [4, (value) => value ** 2.2],
  [5, (value) => value ** 2.8],
  [7, smpte240],
  [8, (value) => value],
  [16, pq],
  [17, (value) => (value ** 2.6 * 52.37) / 48],
  [18, hlg],
])

/** The colours that code points of ITU-T H.273 name; null if they are sRGB or unknown. Unspecified ones (2) are sRGB. */
export function coloursOfCodePoints(primariesCode: number, transferCode: number): NamedColours | null {
  const found = primaries.get(primariesCode === 2 ? 1 : primariesCode)
  const toLinear = transferCode === 2 ? srgb : transfers.get(transferCode)
  const isSrgb = found === primaries.get(1) && toLinear === srgb
  return found && toLinear && !isSrgb ? { ...found, toLinear } : null
}

/** The exponent that programs write for sRGB. */
const srgbExponent = 1 / 2.2

/** Colours of a PNG by its chunks gAMA and cHRM; null if they are sRGB.
 *  @param exponent from light to stored value; 0 if it is not named, and then the chromaticities do not count either */
export function coloursOfGamma(exponent: number, chromaticities?: Chromaticity[]): NamedColours | null {
  if (exponent === 0) return null
  if (!chromaticities && Math.abs(exponent - srgbExponent) < 0.001) return null
  const [white = d65, ...others] = chromaticities ?? []
  const found = chromaticities ? primariesOf(white, ...others) : primaries.get(1)
  return found ? { ...found, toLinear: (value) => value ** (1 / exponent) } : null
}

/** Boxes of an AVIF (ISO/IEC 14496-12, 23008-12). Names in brackets are full boxes, which begin with four bytes more. */
const pathToProperties = ['meta', 'iprp', 'ipco'] as const
const fullBoxes = new Set(['meta'])

/** The colours that the first `nclx` property of an AVIF names; null if they are sRGB, or a profile replaces them.
 *  Auxiliary pictures have none of their own. */
export function avifColours(avif: Buffer): NamedColours | null {
  const colours = propertiesOf(avif).filter(({ type }) => type === 'colr')
  const ofKind = (kind: string) =>
    colours.find(({ content }) => content.toString('latin1', 0, 4) === kind)?.content
  const nclx = ofKind('nclx')
  if (!nclx || nclx.length < 8 || ofKind('prof') || ofKind('rICC')) return null
  const transfer = nclx.readUInt16BE(6)
  // Chromium shows television as sRGB in an AVIF, and not in a PNG.
  return coloursOfCodePoints(nclx.readUInt16BE(4), ofTelevision.includes(transfer) ? 13 : transfer)
}

/** The properties of the pictures in an AVIF; parts of the same memory. */
function propertiesOf(avif: Buffer): Box[] {
  let inside = avif
  for (const name of pathToProperties) {
    const box = boxesOf(inside).find(({ type }) => type === name)
    if (!box) return []
    inside = box.content.subarray(fullBoxes.has(name) ? 4 : 0)
  }
  return boxesOf(inside)
}

/** An AVIF that is cropped as in Chromium: it takes a crop (`clap`, ISO/IEC 14496-12) into account that begins in the upper left
 *  corner, and no other. */
export function withShownCrop(avif: Buffer): Buffer {
  if (!avif.includes('clap')) return avif
  const copy = Buffer.from(avif)
  const properties = propertiesOf(copy)
  const sizes = properties.flatMap(({ type, content }) =>
    type === 'ispe' && content.length >= 12
      ? [{ width: content.readUInt32BE(4), height: content.readUInt32BE(8) }]
      : [],
  )
  // Others are those of tiles.
  const width = Math.max(0, ...sizes.map((size) => size.width))
  const height = Math.max(0, ...sizes.map((size) => size.height))
  for (const { type, content } of properties) {
    if (type !== 'clap' || content.length < 32) continue
    const share = (at: number) => content.readInt32BE(at) / content.readInt32BE(at + 4)
    const begins = (side: number, length: number, offset: number) =>
      length <= side && (side - length) / 2 + offset === 0
    if (begins(width, share(0), share(16)) && begins(height, share(8), share(24))) continue
    for (const [at, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
      content.writeUInt32BE(value, 4 * at)
  }
  return copy
}

/** Whether the colours of an AVIF are multiplied by its alpha, as a reference to the alpha says. */
export function isPremultiplied(avif: Buffer): boolean {
  const contentOf = (bytes: Buffer, name: string) =>
    boxesOf(bytes)
      .find(({ type }) => type === name)
      ?.content.subarray(4) ?? Buffer.alloc(0)
  return boxesOf(contentOf(contentOf(avif, 'meta'), 'iref')).some(({ type }) => type === 'prem')
}

/** An animation as a still picture. Its file has a first picture too, but libvips knows files by their brand. */
export function stillAvif(avif: Buffer): Buffer {
  if (avif.toString('latin1', 8, 12) !== 'avis') return avif
  const still = Buffer.from(avif)
  still.write('avif', 8, 'latin1')
  return still
}

interface Box {
  type: string
  content: Buffer
}

/** The boxes in a row of them, as far as they are complete. */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    // 0: to the end of the file. 1: a length of 64 bits, as for pixels of more than 4 GB.
    const end = length === 0 ? bytes.length : at + length
    if (length === 1 || end < at + 8 || end > bytes.length) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end) })
    at = end
  }
  return boxes
}
