/** The only place where a point changes its space.
 *
 *  `ImagePoint`: pixels of the stored image at its natural size, origin top left. All stored points are of
 *  this type.
 *  `ClientPoint`: CSS pixels of the viewport, as in pointer events.
 *  `ViewPoint`: CSS pixels from the top left corner of the frame that a design scrolls in.
 *
 *  A coordinate is between 0 and the side inclusive, so a pin may be on the edge. */

declare const space: unique symbol

export interface ImagePoint {
  readonly [space]?: 'image'
  readonly x: number
  readonly y: number
}

export interface ClientPoint {
  readonly [space]?: 'client'
  readonly x: number
  readonly y: number
}

export interface ViewPoint {
  readonly [space]?: 'view'
  readonly x: number
  readonly y: number
}

/** Width and height of an image in its own pixels. */
export interface NaturalSize {
  readonly width: number
  readonly height: number
}

/** The image box in the viewport, in CSS pixels, as `getBoundingClientRect()` returns it. */
export interface ClientBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Decimals of stored coordinates: more precise than any screen, and short in JSON. */
const decimals = 100

/** The image pixel at a viewport point, clamped to the image and rounded to 0.01 px. */
export function clientToImage(point: ClientPoint, box: ClientBox, natural: NaturalSize): ImagePoint {
  return clampToImage(
    {
      x: round(((point.x - box.left) / box.width) * natural.width),
      y: round(((point.y - box.top) / box.height) * natural.height),
    },
    natural,
  )
}

/** The viewport point of an image pixel. */
export function imageToClient(point: ImagePoint, box: ClientBox, natural: NaturalSize): ClientPoint {
  return {
    x: box.left + (point.x / natural.width) * box.width,
    y: box.top + (point.y / natural.height) * box.height,
  }
}

/** The same place in percent of the image box, for `left` and `top`. It is valid at every zoom. */
export function imageToPercent(point: ImagePoint, natural: NaturalSize): { left: string; top: string } {
  return { left: `${(point.x / natural.width) * 100}%`, top: `${(point.y / natural.height) * 100}%` }
}

/** A rectangle of the image: its top left corner and its size, in image pixels. */
export interface ImageRegion extends ImagePoint {
  readonly w: number
  readonly h: number
}

/** A region in percent of the image box, for `left`, `top`, `width` and `height`. */
export function regionToPercent(region: ImageRegion, natural: NaturalSize) {
  const far = imageToPercent({ x: region.w, y: region.h }, natural)
  return { ...imageToPercent(region, natural), width: far.left, height: far.top }
}

/** The region between two opposite corners, in any order. */
export function regionBetween(a: ImagePoint, b: ImagePoint): ImageRegion {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    w: round(Math.abs(a.x - b.x)),
    h: round(Math.abs(a.y - b.y)),
  }
}

/** The same place on another version of a design, in proportion to the widths. A comment is shown there until
 *  its place is found. Both axes use one scale, because a design that is exported at another scale grows in
 *  both, while a page that gets longer keeps its upper part. In proportion to the heights, a pin at the top
 *  would slide down with every section that is added at the bottom. The result is clamped to the image, a
 *  region as a whole. */
export function scalePlace(
  { x, y, w, h }: ImagePoint & { readonly w?: number | undefined; readonly h?: number | undefined },
  from: NaturalSize,
  to: NaturalSize,
): ImagePoint & { w?: number; h?: number } {
  const scale = to.width / from.width
  const scaled = (value: number, max: number) => round(clamp(value * scale, max))
  if (w === undefined || h === undefined) return { x: scaled(x, to.width), y: scaled(y, to.height) }
  const size = { w: scaled(w, to.width), h: scaled(h, to.height) }
  return { x: scaled(x, to.width - size.w), y: scaled(y, to.height - size.h), ...size }
}

/** Strokes of a comment on another version, or in pixels of another size. */
export function scaleStrokes(strokes: readonly (readonly number[])[], across: number, down = across) {
  return strokes.map((stroke) => stroke.map((px, at) => px * (at % 2 ? down : across)))
}

/** The nearest point on the image. */
export function clampToImage(point: ImagePoint, natural: NaturalSize): ImagePoint {
  return { x: clamp(point.x, natural.width), y: clamp(point.y, natural.height) }
}

/** Whether a point is on the image, edges included. */
export function isOnImage(point: ImagePoint, natural: NaturalSize): boolean {
  return point.x >= 0 && point.y >= 0 && point.x <= natural.width && point.y <= natural.height
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max)
}

function round(value: number): number {
  return Math.round(value * decimals) / decimals
}

/** Whether two regions have a point in common. */
export function overlaps(one: ImageRegion, other: ImageRegion): boolean {
  return (
    one.x <= other.x + other.w &&
    other.x <= one.x + one.w &&
    one.y <= other.y + other.h &&
    other.y <= one.y + one.h
  )
}
