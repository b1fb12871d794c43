/** Writes colours as a small ICC profile, version 4 (ICC.1:2022), so that littleCMS converts them like those of an embedded
 *  profile. */

/** CIE 1931 chromaticity. */
export type Chromaticity = readonly [x: number, y: number]

export interface NamedColours {
  white: Chromaticity
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
  /** From a stored value to linear light, both 0 to 1. */
  toLinear: (value: number) => number
}

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** White of the profile connection space. */
const d50: Triple = [0.9642, 1, 0.8249]
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
/** Samples of a tone curve. Linear interpolation between this many stays below half a level of eight bits, even close
 *  to black. */
const curveSamples = 4_096
const headerBytes = 128

/** The space of the colours that a profile is for (ICC.1:2022, 7.2.8), such as `CMYK`. */
export const spaceOf = (icc: Buffer) => icc.toString('latin1', 16, 20)

/** @returns null for primaries that enclose no area, as a damaged file may name them */
export function iccProfile(colours: NamedColours): Buffer | null {
  const columns = columnsOf(colours)
  if (!columns) return null
  const curve = curveOf(colours.toLinear)
  const tags: [name: string, data: Buffer][] = [
    ['desc', unicodeText('Pinmark')],
    ['cprt', unicodeText('No copyright')],
    ['wtpt', xyz(d50)],
    ...columns.map((column, at): [string, Buffer] => [`${'rgb'[at]}XYZ`, xyz(column)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
  ]
  return assemble(tags)
}

function assemble(tags: readonly [name: string, data: Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  const places = new Map<Buffer, number>()
  let end = headerBytes + table.length
  for (const [at, [name, data]] of tags.entries()) {
    const place = places.get(data) ?? end
    if (!places.has(data)) end += data.length
    places.set(data, place)
    table.write(name, 4 + 12 * at, 'latin1')
    table.writeUInt32BE(place, 8 + 12 * at)
    table.writeUInt32BE(data.length, 12 + 12 * at)
  }
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(end, 0)
  header.writeUInt32BE(0x0440_0000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  xyz(d50).copy(header, 68, 8)
  return Buffer.concat([header, table, ...places.keys()])
}

/** The XYZ of each primary under D50; their sum is the white.
 *  Source: http://www.brucelindbloom.com/index.html?Eqn_RGB_XYZ_Matrix.html */
function columnsOf({ white, red, green, blue }: NamedColours): Triple[] | null {
  const primaries = [red, green, blue].map(xyzOf)
  const inverse = inverted(transposed(primaries))
  if (!inverse || white[1] <= 0) return null
  const shares = multiplied(inverse, xyzOf(white))
  const toD50 = adaptation(xyzOf(white))
  if (!toD50) return null
  return primaries.map((primary, at) => multiplied(toD50, scaled(primary, shares[at] ?? 0)))
}

function adaptation(white: Triple): Matrix | null {
  const back = inverted(bradford)
  if (!back) return null
  const [from, to] = [multiplied(bradford, white), multiplied(bradford, d50)]
  const cones = bradford.map((row, at) => scaled(row, (to[at] ?? 0) / (from[at] ?? 1)))
  return transposed(transposed(cones).map((column) => multiplied(back, column)))
}

/** Of luminance 1. A primary with y = 0, like the blue of some wide spaces, has no finite one. */
function xyzOf([x, y]: Chromaticity): Triple {
  return y === 0 ? [x, 0, 1 - x] : [x / y, 1, (1 - x - y) / y]
}

function scaled([a, b, c]: Triple, by: number): Triple {
  return [a * by, b * by, c * by]
}

function multiplied(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [a, b, c] = matrix.map(([p, q, r]) => p * x + q * y + r * z)
  return [a ?? 0, b ?? 0, c ?? 0]
}

function transposed([a, b, c]: readonly Triple[]): Matrix {
  if (!a || !b || !c) throw new RangeError('a matrix has three rows')
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ]
}

function inverted([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return null
  return [
    scaled([e * i - f * h, c * h - b * i, b * f - c * e], 1 / determinant),
    scaled([f * g - d * i, a * i - c * g, c * d - a * f], 1 / determinant),
    scaled([d * h - e * g, b * g - a * h, a * e - b * d], 1 / determinant),
  ]
}

function curveOf(toLinear: NamedColours['toLinear']): Buffer {
  const curve = Buffer.alloc(12 + 2 * curveSamples)
  curve.write('curv', 'latin1')
  curve.writeUInt32BE(curveSamples, 8)
  for (let at = 0; at < curveSamples; at += 1) {
    const light = Math.min(1, Math.max(0, toLinear(at / (curveSamples - 1))))
    curve.writeUInt16BE(Math.round(light * 65_535), 12 + 2 * at)
  }
  return curve
}

function xyz(values: Triple): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 'latin1')
  for (const [at, value] of values.entries()) {
    const fixed = Math.round(value * 65_536)
    tag.writeInt32BE(Math.min(0x7fff_ffff, Math.max(-0x8000_0000, fixed)), 8 + 4 * at)
  }
  return tag
}

/** One text in one language, padded to four bytes. */
function unicodeText(text: string): Buffer {
  const encoded = Buffer.from(text, 'utf16le').swap16()
  const tag = Buffer.alloc(28 + Math.ceil(encoded.length / 4) * 4)
  tag.write('mluc', 'latin1')
  for (const [at, value] of [1, 12].entries()) tag.writeUInt32BE(value, 8 + 4 * at)
  tag.write('enUS', 16, 'latin1')
  tag.writeUInt32BE(encoded.length, 20)
  tag.writeUInt32BE(28, 24)
  encoded.copy(tag, 28)
  return tag
}
