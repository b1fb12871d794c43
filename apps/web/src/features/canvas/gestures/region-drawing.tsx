import {
  imageToPercent,
  regionBetween,
  regionToPercent,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
} from '@pinmark/shared/coordinates'
import { useMemo, useState } from 'react'
import type { Placement } from '../pins/pin-model'
import { placementOf } from './use-drags'

interface RegionDrawingProps {
  readonly region: ImageRegion | null
  /** The first of two corners that are tapped one after the other. */
  readonly corner: ImagePoint | null
  readonly natural: NaturalSize
}

/** A region while it is being drawn. */
export function RegionDrawing({ region, corner, natural }: RegionDrawingProps) {
  return (
    <>
      {region && <span className="canvas-region" data-lit="" style={regionToPercent(region, natural)} />}
      {corner && <span className="canvas-corner" style={imageToPercent(corner, natural)} />}
    </>
  )
}

/** With the region tool two taps set two corners, for fingers whose drag scrolls. */
export function useCornerTaps(isActive: boolean, onPlace: (placement: Placement) => void) {
  const [corner, setCorner] = useState<ImagePoint | null>(null)
  if (!isActive && corner) setCorner(null)
  return useMemo(
    () => ({
      corner,
      /** Whether the tap was one of the two. */
      take: (point: ImagePoint): boolean => {
        if (!isActive) return false
        setCorner(corner ? null : point)
        if (corner) onPlace(placementOf(regionBetween(corner, point)))
        return true
      },
    }),
    [corner, isActive, onPlace],
  )
}
