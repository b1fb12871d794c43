import { limits } from './limits'

/** The largest side that cairo and the canvas of every browser draw. */
const maxDrawnSidePx = 32_767

/** Pixels per unit of a drawing: two, or as many as the limits of images allow.
 *  @param width, height CSS pixels of an SVG, points of a page */
export function drawingScale(width: number, height: number): number {
  const { maxPixels } = limits.image
  // Sides are rounded to whole pixels, and must not exceed the limit by that.
  const [maxWidth, maxHeight] = [(maxDrawnSidePx - 0.5) / width, (maxDrawnSidePx - 0.5) / height]
  return Math.min(2, maxWidth, maxHeight, Math.sqrt(maxPixels / (width * height)) * 0.999)
}
