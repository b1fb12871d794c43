import type { ImagePoint } from '@pinmark/shared/coordinates'
import { imagePath } from '@pinmark/shared/image-path'
import type { Version } from '@pinmark/shared/entities/project'
import './image-crop.css'

interface ImageCropProps {
  readonly image: Version['image']
  /** A region, or a point. The crop shows the surroundings of its middle. */
  readonly part: ImagePoint & { readonly w?: number; readonly h?: number }
  /** Screen pixels per image pixel. */
  readonly scale: number
  /** Empty if the text beside it describes it already. */
  readonly label: string
  /** Marks the middle. */
  readonly hasRing?: boolean
}

/** A part of the image of a version, as large as its parent allows. */
export function ImageCrop({ image, part, scale, label, hasRing = false }: ImageCropProps) {
  const { x, y, w = 0, h = 0 } = part
  return (
    <span className="image-crop" data-ring={hasRing || undefined}>
      <img
        src={imagePath(image._id, 'view')}
        alt={label}
        draggable={false}
        style={{
          width: image.width * scale,
          height: image.height * scale,
          translate: `${-(x + w / 2) * scale}px ${-(y + h / 2) * scale}px`,
        }}
      />
    </span>
  )
}
