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

/** With the region tool two taps set two corners, for fingers whose drag scrolls. `fixed` is a corner that is set
 *  already: one tap sets the other one. */
export function useCornerTaps(
  isActive: boolean,
  onPlace: (placement: Placement) => void,
  fixed: ImagePoint | null,
) {
  const [corner, setCorner] = useState<ImagePoint | null>(null)
  if (!isActive && corner) setCorner(null)
  return useMemo(
    () => ({
      corner,
      /** Whether the tap set a corner. */
      take: (point: ImagePoint): boolean => {
        const other = fixed ?? corner
        if (!isActive && !other) return false
        setCorner(other ? null : point)
        if (other) onPlace(placementOf(regionBetween(other, point)))
        return true
      },
    }),
    [corner, fixed, isActive, onPlace],
  )
}
