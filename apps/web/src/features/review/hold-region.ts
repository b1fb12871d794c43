import type { ImagePoint, NaturalSize } from '@pinmark/shared/coordinates'

type Size = { readonly w: number; readonly h: number } | null | undefined

/** Keeps a region completely on the design, by limiting its top left corner. */
export function holdRegion(point: ImagePoint, region: Size, natural: NaturalSize): ImagePoint {
  if (!region) return point
  return {
    x: Math.max(0, Math.min(point.x, natural.width - region.w)),
    y: Math.max(0, Math.min(point.y, natural.height - region.h)),
  }
}
