import sharp, { type Metadata } from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { SourceType } from './sniff'

/** A decoded image: upright, 8-bit sRGB; two and four channels include transparency. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** Decodes an upload after its header was checked.
 *  @throws AppError too_many_pixels, image_not_supported */
export async function decodeImage(source: Uint8Array, sourceType: SourceType): Promise<Pixels> {
  // 'error' refuses truncated and broken files, and lets pass what browsers pass: stray bytes between JPEG segments.
  const options = { failOn: 'error', limitInputPixels: limits.image.maxPixels, pages: 1 } as const
  try {
    checkHeader(await sharp(source, { ...options, limitInputPixels: false }).metadata(), sourceType)
    const { data, info } = await sharp(source, options)
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return { data, width, height, channels }
  } catch (error) {
    // The decoder complains in plain errors; the others are mistakes of this program, and no image is at fault.
    if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError) throw error
    throw new AppError('image_not_supported', { cause: error })
  }
}

function checkHeader({ format, compression, width, height }: Metadata, sourceType: SourceType): void {
  const isAsSniffed =
    sourceType === 'avif' ? format === 'heif' && compression === 'av1' : format === sourceType
  if (!isAsSniffed) throw new AppError('image_not_supported')
  const { maxPixels, maxSidePx } = limits.image
  if (Math.max(width, height) > maxSidePx || width * height > maxPixels) throw new AppError('too_many_pixels')
}
