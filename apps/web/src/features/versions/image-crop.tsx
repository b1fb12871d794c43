import type { ImagePoint, NaturalSize } from '@pinmark/shared/coordinates'
import './image-crop.css'

interface ImageCropProps {
  readonly src: string
  readonly natural: NaturalSize
  /** The pixel of the image in the middle of the crop. */
  readonly centre: ImagePoint
  readonly scale: number
  /** Empty if the text beside it describes it already. */
  readonly label: string
  /** Marks the middle. */
  readonly hasRing?: boolean
}

/** A part of an image around one of its pixels, as large as its parent allows. */
export function ImageCrop({ src, natural, centre, scale, label, hasRing = false }: ImageCropProps) {
  return (
    <span className="image-crop" data-ring={hasRing || undefined}>
      <img
        src={src}
        alt={label}
        draggable={false}
        style={{
          width: natural.width * scale,
          height: natural.height * scale,
          translate: `${-centre.x * scale}px ${-centre.y * scale}px`,
        }}
      />
    </span>
  )
}
