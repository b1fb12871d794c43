import type { ImagePoint, NaturalSize } from '@pinmark/shared/coordinates'

type Size = { readonly w: number; readonly h: number } | null | undefined

/** A region stays on the design as a whole: its top left corner keeps that far from the other edges. */
export function holdRegion(point: ImagePoint, region: Size, natural: NaturalSize): ImagePoint {
  if (!region) return point
  return {
    x: Math.max(0, Math.min(point.x, natural.width - region.w)),
    y: Math.max(0, Math.min(point.y, natural.height - region.h)),
  }
}
