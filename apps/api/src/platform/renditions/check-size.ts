import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'

/** @throws AppError too_many_pixels */
export function checkSize(width: number, height: number): void {
  const { maxPixels, maxSidePx } = limits.image
  if (Math.max(width, height) > maxSidePx || width * height > maxPixels) throw new AppError('too_many_pixels')
}
