import {
  clientToImage,
  imageToClient,
  type ClientBox,
  type ClientPoint,
  type ImagePoint,
  type NaturalSize,
  type ViewPoint,
} from '@pinmark/shared/coordinates'
import type { Anchor, View } from './zoom'

/** The image pixel at a point of the screen, and its position in the view. */
export function anchorAt(at: ClientPoint, frame: ClientBox, box: ClientBox, natural: NaturalSize): Anchor {
  const image = clientToImage(at, box, natural)
  // A point beside the design is anchored to the nearest pixel of the design.
  const held = imageToClient(image, box, natural)
  return { image, inView: { x: held.x - frame.left, y: held.y - frame.top } }
}

/** The same share of a frame of another size. */
export function rescaleAnchor({ image, inView }: Anchor, before: View, next: View): Anchor {
  return {
    image,
    inView: { x: (inView.x / before.width) * next.width, y: (inView.y / before.height) * next.height },
  }
}

export function isInView({ x, y }: ViewPoint, view: View): boolean {
  return x >= 0 && y >= 0 && x <= view.width && y <= view.height
}

export function sameView(one: View, other: View): boolean {
  return one.width === other.width && one.height === other.height && one.sideMargin === other.sideMargin
}

/** The present position of an image pixel, from the view's top left corner. */
export function anchorOfPoint(
  image: ImagePoint,
  frame: ClientBox,
  box: ClientBox,
  natural: NaturalSize,
): Anchor {
  const at = imageToClient(image, box, natural)
  return { image, inView: { x: at.x - frame.left, y: at.y - frame.top } }
}
