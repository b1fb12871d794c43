import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'

/** @throws AppError too_many_pixels */
export function checkSize(width: number, height: number): void {
  const { maxPixels, maxSidePx } = limits.image
  if (Math.max(width, height) > maxSidePx || width * height > maxPixels) throw new AppError('too_many_pixels')
}

/** Pixels per unit of a drawing: two if the limits of images allow it, and down to one for larger drawings.
 *  @param width, height CSS pixels of an SVG, points of a page
 *  @throws AppError too_many_pixels if not even one is allowed */
export function drawingScale(width: number, height: number): number {
  checkSize(width, height)
  const { maxPixels, maxSidePx } = limits.image
  // Sides are rounded to whole pixels, and must not exceed the limit by that.
  const [maxWidth, maxHeight] = [(maxSidePx - 0.5) / width, (maxSidePx - 0.5) / height]
  return Math.max(1, Math.min(2, maxWidth, maxHeight, Math.sqrt(maxPixels / (width * height)) * 0.999))
}
