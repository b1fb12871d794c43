import sharp from 'sharp'
import { limits } from '@pinmark/shared/limits'
import type { Stroke } from '@pinmark/shared/entities/comment'
import { hasFrame } from '@pinmark/shared/strokes'
import { decodeImage, type Pixels } from './decode-image'
import {
  inkOf,
  type Drawn,
  drawDigit,
  drawPin,
  layDigits,
  pinSize,
  type PinLook,
  type Tile,
} from './pin-tiles'
import type { SourceImage } from './renditions'

/** A pin to be drawn; x, y, w and h in pixels of the image. */
export interface DrawnPin {
  number: number
  x: number
  y: number
  w?: number | undefined
  h?: number | undefined
  /** From x, y. */
  strokes?: readonly Stroke[] | undefined
  look: PinLook
}

/** Maximum number of pixels. Larger pictures are reduced, because encoding them would exceed the time of a
 *  task. */
const maxPixels = 24_000_000
/** Maximum bytes, because the API holds the answer in memory until it is sent. A larger picture is reduced. */
const maxBytes = 24 * 1024 * 1024
/** At this width, pins have the same size as on the page. On wider pictures they grow with the width. */
const plainWidthPx = 1_440
const maxPinScale = 4
/** The margin around the design, so that pins at its edges are complete. CSS pixels at pin scale 1, as on the
 *  page. */
const table = { top: 36, side: 24, bottom: 24, colour: '#d6d6d6' }

/** The part of the sheet and the points of strokes that are drawn at a time, so that they take little memory. */
const inkPart = { width: 4_096, height: 1_024, points: 20_000 }

/** A PNG of a design with its pins, regions and strokes. Later pins are drawn on top.
 *  @throws AppError too_many_pixels, image_not_supported, image_damaged */
export async function drawPins(
  { bytes, sourceType }: SourceImage,
  pins: readonly DrawnPin[],
): Promise<Buffer> {
  const picture = await decodeImage(bytes, sourceType)
  const { width, height } = picture
  let scale = Math.min(1, Math.sqrt(maxPixels / (width * height)))
  for (;;) {
    const png = await drawAt(picture, pins, scale)
    if (png.length <= maxBytes) return png
    scale *= Math.min(0.7, Math.sqrt(maxBytes / png.length) * 0.9)
  }
}

async function drawAt(picture: Pixels, pins: readonly DrawnPin[], scale: number): Promise<Buffer> {
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const pinScale = Math.min(maxPinScale, Math.max(1, width / plainWidthPx))
  const margin = {
    top: Math.round(table.top * pinScale),
    side: Math.round(table.side * pinScale),
    bottom: Math.round(table.bottom * pinScale),
  }
  const { data, ...raw } = picture
  const sheet = await sharp(data, { raw, limitInputPixels: limits.image.maxPixels })
    .flatten({ background: '#ffffff' })
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .extend({
      ...{ top: margin.top, bottom: margin.bottom, left: margin.side, right: margin.side },
      background: table.colour,
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const canvas = { data: sheet.data, width: sheet.info.width, height: sheet.info.height }
  const left = (x: number) => Math.round(x * (width / picture.width)) + margin.side
  const top = (y: number) => Math.round(y * (height / picture.height)) + margin.top

  const line = Math.max(1, Math.round(pinScale))
  for (const { x, y, w, h, strokes } of pins) {
    if (w !== undefined && h !== undefined && hasFrame({ w, h }, strokes)) {
      drawRegion(canvas, { left: left(x), top: top(y), right: left(x + w), bottom: top(y + h) }, line)
    }
  }
  const drawn = pins.flatMap(({ x, y, strokes, look }) =>
    strokes ? [{ x: left(x), y: top(y), strokes, isGuess: look === 'check' }] : [],
  )
  for (const part of partsOf(drawn)) {
    const ink = inkOf(part, { scale: width / picture.width, width: picture.width, thickness: pinScale })
    await drawInk(canvas, ink)
  }
  const tiles = new Map<string, Tile>()
  const tile = async (key: string, make: () => Promise<Tile>) => {
    const known = tiles.get(key) ?? (await make())
    tiles.set(key, known)
    return known
  }
  for (const { number, x, y, look } of pins) {
    const body = await tile(look, () => drawPin(look, pinScale))
    const at = { left: left(x) - Math.round(body.width / 2), top: top(y) - body.height }
    blend(canvas, body, at)
    const drop = look === 'gone' ? Math.round((pinSize.height - pinSize.head) * pinScale) : 0
    for (const { digit, x: across, y: down, size } of layDigits(number)) {
      const make = () => drawDigit(digit, size, look, pinScale)
      blend(canvas, await tile(`${look} ${digit} ${size}`, make), {
        left: at.left + Math.round(across * pinScale),
        top: at.top + drop + Math.round(down * pinScale),
      })
    }
  }
  return sharp(canvas.data, {
    raw: { width: canvas.width, height: canvas.height, channels: 3 },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** Three bytes for each pixel. */
interface Canvas {
  data: Buffer
  width: number
  height: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function partsOf(drawn: readonly Drawn[]): Drawn[][] {
  const parts: Drawn[][] = [[]]
  let points = 0
  for (const one of drawn) {
    if (points > inkPart.points) {
      parts.push([])
      points = 0
    }
    points += one.strokes.reduce((sum, { length }) => sum + length / 2, 0)
    parts.at(-1)?.push(one)
  }
  return parts.filter(({ length }) => length > 0)
}

async function drawInk(canvas: Canvas, ink: string): Promise<void> {
  for (let top = 0; top < canvas.height; top += inkPart.height) {
    for (let left = 0; left < canvas.width; left += inkPart.width) {
      const width = Math.min(inkPart.width, canvas.width - left)
      const height = Math.min(inkPart.height, canvas.height - top)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">${ink}</svg>`
      const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
      blend(canvas, { data, width, height }, { left, top })
    }
  }
}

/** As on the page: an orange tint in a frame of dark, white and dark. */
function drawRegion(canvas: Canvas, { left, top, right, bottom }: Box, line: number): void {
  tint(canvas, { left, top, right, bottom }, [0xff, 0x6b, 0x1a], 0.1)
  const frame = (inset: number, thickness: number, colour: Colour) => {
    const [l, t, r, b] = [left + inset, top + inset, right - inset, bottom - inset]
    tint(canvas, { left: l, top: t, right: r, bottom: t + thickness }, colour, 1)
    tint(canvas, { left: l, top: b - thickness, right: r, bottom: b }, colour, 1)
    tint(canvas, { left: l, top: t, right: l + thickness, bottom: b }, colour, 1)
    tint(canvas, { left: r - thickness, top: t, right: r, bottom: b }, colour, 1)
  }
  frame(0, 4 * line, [0x16, 0x16, 0x15])
  frame(line, 2 * line, [0xff, 0xff, 0xff])
}

type Colour = readonly [number, number, number]

function tint({ data, width, height }: Canvas, box: Box, [red, green, blue]: Colour, alpha: number): void {
  const [from, to] = [Math.max(0, box.left), Math.min(width, box.right)]
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y += 1) {
    for (let at = (y * width + from) * 3; at < (y * width + to) * 3; at += 3) {
      data[at] = mix(data[at], red, alpha)
      data[at + 1] = mix(data[at + 1], green, alpha)
      data[at + 2] = mix(data[at + 2], blue, alpha)
    }
  }
}

/** Draws a tile on the canvas, and clips it at the edges. */
function blend(canvas: Canvas, tile: Tile, place: { left: number; top: number }): void {
  const [fromX, toX] = [Math.max(0, -place.left), Math.min(tile.width, canvas.width - place.left)]
  const [fromY, toY] = [Math.max(0, -place.top), Math.min(tile.height, canvas.height - place.top)]
  for (let y = fromY; y < toY; y += 1) {
    for (let x = fromX; x < toX; x += 1) {
      const source = (y * tile.width + x) * 4
      const target = ((place.top + y) * canvas.width + place.left + x) * 3
      const alpha = (tile.data[source + 3] ?? 0) / 255
      if (alpha === 0) continue
      for (let channel = 0; channel < 3; channel += 1) {
        canvas.data[target + channel] = mix(canvas.data[target + channel], tile.data[source + channel], alpha)
      }
    }
  }
}

function mix(under = 0, over = 0, alpha: number): number {
  return Math.round(under + (over - under) * alpha)
}
