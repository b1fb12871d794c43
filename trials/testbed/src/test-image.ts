import sharp from 'sharp'
import type { Random } from './random'

/** A drawn design: a grey sheet with one coloured square of 20 px at a known centre. Its colour is searched
 *  in screenshots, which shows where an image pixel is on the screen. */
export interface TestImage {
  buffer: Buffer
  mimeType: string
  name: string
  width: number
  height: number
}

export const markerColour = { r: 0, g: 120, b: 255 }

interface DrawOptions {
  width?: number
  height?: number
  /** Centre of the coloured square in image pixels. */
  marker?: { x: number; y: number }
  /** Side of the square, even. */
  markerSide?: number
  /** How much the sheet's grey varies between pixels. Flat sheets have hardly any bytes, at any size. */
  grain?: number
}

/** Draws a PNG of the given natural size. */
export async function drawDesign({
  width = 1440,
  height = 3200,
  marker = { x: 600, y: 400 },
  markerSide = 20,
  grain = 0,
}: DrawOptions = {}) {
  const square = await sharp({
    create: { width: markerSide, height: markerSide, channels: 3, background: markerColour },
  })
    .png()
    .toBuffer()
  const noise = { type: 'gaussian', mean: 236, sigma: grain } as const
  const background = { r: 238, g: 236, b: 232 }
  const buffer = await sharp({
    create: { width, height, channels: 3, background, ...(grain > 0 && { noise }) },
  })
    .composite([{ input: square, left: marker.x - markerSide / 2, top: marker.y - markerSide / 2 }])
    // The composition adds an opaque alpha channel, which every rendition would keep.
    .removeAlpha()
    .png()
    .toBuffer()
  return { buffer, mimeType: 'image/png', name: 'design.png', width, height } satisfies TestImage
}

/** Draws a square PNG of noise, which no format can make small: three bytes a pixel. */
export async function drawNoise(random: Random, side: number): Promise<Buffer> {
  const pixels = random.bytes(side * side * 3)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}
