import { drawingScale } from '@pinmark/shared/drawing-scale'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'

/** @throws AppError too_many_pixels */
export function checkSize(width: number, height: number): void {
  const { maxPixels, maxSidePx } = limits.image
  if (Math.max(width, height) > maxSidePx || width * height > maxPixels) throw new AppError('too_many_pixels')
}

/** The least density of sharp is 1, of 72. */
const minScale = 1 / 72

/** Pixels per unit of a drawing. @throws AppError too_many_pixels if hardly anything of it would be left */
export function checkedScale(width: number, height: number): number {
  const scale = drawingScale(width, height)
  if (scale < minScale) throw new AppError('too_many_pixels')
  return scale
}
