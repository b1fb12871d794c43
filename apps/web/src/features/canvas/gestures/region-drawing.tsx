import {
  imageToPercent,
  regionToPercent,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
} from '@pinmark/shared/coordinates'

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
