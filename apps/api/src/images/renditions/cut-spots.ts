import sharp from 'sharp'
import type { Stroke } from '@pinmark/shared/entities/comment'
import { hasFrame } from '@pinmark/shared/strokes'
import { decodeImage, type Pixels } from './decode-image'
import { inkOf } from './pin-tiles'
import type { SourceImage } from './renditions'

/** A point or region of a design, in pixels of its image. */
interface CutSpot {
  x: number
  y: number
  w?: number | undefined
  h?: number | undefined
  strokes?: readonly Stroke[] | undefined
}

/** The part of a picture to cut out, or all of it, without a mark. */
export type Cut = CutSpot | 'whole'

/** Size of a cut in pixels: twice the size at which it is shown. */
export const cutSize = { width: 288, height: 216 }
/** The visible part of the design: this share of its width, within these limits in pixels. */
const share = { ofWidth: 0.22, min: 240, max: 960 }
/** Maximum share of a cut that a region takes up. */
const regionShare = 0.85
const table = '#d6d6d6'
const line = { ink: '#161615', light: '#ffffff' }
const quality = 80

/** Pictures of the surroundings of spots, each with a ring or a frame at its spot, or of the whole design.
 *  @returns JPEGs of `cutSize` as base64, in the order of the spots
 *  @throws AppError too_many_pixels, image_not_supported, image_damaged */
export async function cutSpots({ bytes, sourceType }: SourceImage, spots: readonly Cut[]): Promise<string[]> {
  const picture = await decodeImage(bytes, sourceType)
  const cuts: string[] = []
  for (const spot of spots) {
    const cut = await (spot === 'whole' ? shrink(picture) : cutSpot(picture, spot))
    cuts.push(cut.toString('base64'))
  }
  return cuts
}

function shrink({ data, ...raw }: Pixels): Promise<Buffer> {
  return sharp(data, { raw, limitInputPixels: false })
    .flatten({ background: line.light })
    .resize({ ...cutSize, fit: 'contain', background: table })
    .toColourspace('srgb')
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

async function cutSpot({ data, ...raw }: Pixels, { x, y, w = 0, h = 0, strokes }: CutSpot): Promise<Buffer> {
  const aspect = cutSize.width / cutSize.height
  const plain = Math.min(share.max, Math.max(share.min, raw.width * share.ofWidth))
  const width = Math.max(plain, w / regionShare, (h / regionShare) * aspect)
  const scale = cutSize.width / width
  // The spot is in the middle, but no background is visible if the design is large enough.
  const left = startOf(x + w / 2, width, raw.width)
  const top = startOf(y + h / 2, width / aspect, raw.height)
  const extent = {
    width: Math.min(raw.width, Math.max(1, Math.round(width))),
    height: Math.min(raw.height, Math.max(1, Math.round(width / aspect))),
  }
  // Start and length are rounded separately, so both may round up, beyond the edge of the design.
  const inner = {
    ...extent,
    left: Math.min(Math.max(0, Math.round(left)), raw.width - extent.width),
    top: Math.min(Math.max(0, Math.round(top)), raw.height - extent.height),
  }
  const size = {
    width: Math.min(cutSize.width, Math.max(1, Math.round(inner.width * scale))),
    height: Math.min(cutSize.height, Math.max(1, Math.round(inner.height * scale))),
  }
  const margin = {
    left: Math.floor((cutSize.width - size.width) / 2),
    top: Math.floor((cutSize.height - size.height) / 2),
  }
  const sheet = await sharp(data, { raw, limitInputPixels: false })
    .extract(inner)
    .flatten({ background: line.light })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .extend({
      ...margin,
      right: cutSize.width - size.width - margin.left,
      bottom: cutSize.height - size.height - margin.top,
      background: table,
    })
    .png()
    .toBuffer()
  const at = { x: margin.left + (x - inner.left) * scale, y: margin.top + (y - inner.top) * scale }
  const marks = [
    ...(hasFrame({ w, h }, strokes) ? [markOf({ ...at, w: w * scale, h: h * scale })] : []),
    ...(strokes
      ? [inkOf([{ ...at, strokes, isGuess: false }], { scale, width: raw.width, thickness: 1 })]
      : []),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cutSize.width}" height="${cutSize.height}">${marks.join('')}</svg>`
  return sharp(sheet)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The start of a window of `length` with `middle` at its centre as far as the image allows; negative if the
 *  image is smaller than the window. */
function startOf(middle: number, length: number, ofImage: number): number {
  if (ofImage <= length) return (ofImage - length) / 2
  return Math.min(Math.max(0, middle - length / 2), ofImage - length)
}

/** A ring around a point, a frame around a region: a light line between two dark ones. */
function markOf({ x, y, w, h }: { x: number; y: number; w: number; h: number }): string {
  const shape =
    w > 0 && h > 0
      ? `<rect x="${x}" y="${y}" width="${w}" height="${h}"`
      : `<circle cx="${x}" cy="${y}" r="18"`
  const draw = (colour: string, thickness: number) =>
    `${shape} fill="none" stroke="${colour}" stroke-width="${thickness}"/>`
  return `${draw(line.ink, 8)}${draw(line.light, 4)}`
}
