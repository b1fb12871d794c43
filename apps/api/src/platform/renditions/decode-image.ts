import sharp, { type Metadata } from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { scanCount } from './bare-jpeg'
import { barePng } from './bare-png'
import { checkSize, drawingScale } from './drawing-scale'
import type { SourceType } from './sniff'

/** A decoded image: upright, 8-bit sRGB; two and four channels include transparency. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

export interface DecodeOptions {
  /** Whether transparency becomes white, as in the JPEG: one or three channels are left. */
  isOnWhite?: boolean
  /** Called before decoding, with the number of pixels to expect. */
  takeRoom?: (pixelCount: number) => Promise<void>
}

/** At most: see `drawingDensity`. */
const drawnPixelsPerCssPixel = 4

/** Progressive JPEGs of cameras and design tools have about ten scans. Each further one costs as much time as the first, but
 *  need not be larger than twenty bytes. */
const maxScans = 500

/** Decodes an upload after its header was checked.
 *  @throws AppError too_many_pixels, image_not_supported, image_damaged */
export async function decodeImage(
  upload: Uint8Array,
  sourceType: SourceType,
  { isOnWhite = false, takeRoom }: DecodeOptions = {},
): Promise<Pixels> {
  // 'error' refuses truncated and broken files, and accepts what browsers accept: stray bytes between JPEG
  // segments.
  const options = { failOn: 'error', limitInputPixels: limits.image.maxPixels, pages: 1 } as const
  const source = sourceType === 'png' ? barePng(upload) : upload
  if (sourceType === 'jpeg' && scanCount(source) > maxScans) throw new AppError('image_not_supported')
  try {
    const header = await sharp(source, { ...options, limitInputPixels: false }).metadata()
    checkHeader(header, sourceType)
    await takeRoom?.(header.width * header.height * (sourceType === 'svg' ? drawnPixelsPerCssPixel : 1))
    const density = sourceType === 'svg' && { density: await drawingDensity(source) }
    const upright = sharp(source, { ...options, ...density }).autoOrient()
    const { data, info } = await (isOnWhite ? upright.flatten({ background: '#ffffff' }) : upright)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return { data, width, height, channels }
  } catch (error) {
    // Plain errors come from the decoder. Others are bugs of this program, and not the image's fault.
    if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError) throw error
    throw new AppError('image_damaged', { cause: error })
  }
}

function checkHeader({ format, compression, width, height }: Metadata, sourceType: SourceType): void {
  const isAsSniffed =
    sourceType === 'avif' ? format === 'heif' && compression === 'av1' : format === sourceType
  if (!isAsSniffed) throw new AppError('image_not_supported')
  checkSize(width, height)
}

/** The density at which an SVG is drawn with two pixels per CSS pixel, or as sharp as the limits allow, but with one at
 *  least. librsvg draws it from memory, resolves no relative address without a file name, and loads nothing but `data:`.
 *  @throws AppError too_many_pixels */
async function drawingDensity(source: Uint8Array): Promise<number> {
  const sizeAt = (density: number) => sharp(source, { density, limitInputPixels: false }).metadata()
  const [once, twice] = [await sizeAt(72), await sizeAt(144)]
  // Sizes in absolute units, such as millimetres, grow with the square of the density: libvips takes it for the
  // resolution of the units and for the zoom. CSS has 96 pixels to the inch.
  const isAbsolute = twice.width > 3 * once.width
  const cssPixels = isAbsolute ? 96 / 72 / 4 : 1 / 2
  const [width, height] = [twice.width * cssPixels, twice.height * cssPixels]
  const scale = drawingScale(width, height)
  return isAbsolute ? 72 * Math.sqrt((scale * 96) / 72) : 72 * scale
}
