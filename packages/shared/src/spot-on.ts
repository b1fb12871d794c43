import { scalePlace, scaleStrokes, type ImagePoint, type NaturalSize } from './coordinates'
import type { Comment, PlaceState, Stroke } from './entities/comment'

type Placed = Pick<Comment, 'version' | 'kind' | 'x' | 'y' | 'w' | 'h' | 'places'> & {
  readonly strokes?: readonly Stroke[] | undefined
}

interface SpotVersion {
  readonly _id: string
  readonly number: number
  readonly image: NaturalSize
}

/** The place of a comment on a version of its design. */
export interface Spot {
  /** Null for a comment on the whole design. */
  readonly point: ImagePoint | null
  /** Width and height of a region in image pixels, to the right of and below `point`. */
  readonly region: { readonly w: number; readonly h: number } | null
  /** From `point`. They are scaled with its region, or else with the width of the design. */
  readonly strokes?: readonly Stroke[] | undefined
  /** For a comment of an older version: the number of that version, and how its place on this one was found.
   *  `pending` until the server has placed it. */
  readonly carried?: { readonly from: number; readonly state: PlaceState | 'pending' }
}

/** The spot of a comment on its own version. */
export function ownSpot({ kind, x, y, w, h, strokes }: Placed): Spot {
  if (kind === 'design') return { point: null, region: null }
  return { point: { x, y }, region: w !== null && h !== null ? { w, h } : null, strokes }
}

/** The spot of a comment on `shown`. Until the server has placed it, it is where `scalePlace` puts it.
 *  @param versions all versions of its design */
export function spotOn(comment: Placed, shown: SpotVersion, versions: readonly SpotVersion[]): Spot {
  const spot = ownSpot(comment)
  const { point, region, strokes } = spot
  if (comment.version === shown._id || !point) return spot
  const own = versions.find(({ _id }) => _id === comment.version)
  if (!own) return spot
  const scale = shown.image.width / own.image.width
  const place = comment.places?.find(({ version }) => version === shown._id)
  const carried = { from: own.number, state: place?.state ?? ('pending' as const) }
  if (place?.kind === 'design') return { point: null, region: null, carried }
  // At the edge of the design, because it points at nothing.
  if (place?.state === 'gone') return { point: { x: 0, y: place.y }, region: null, carried }
  if (place) {
    const { x, y, w, h } = place
    const size = region && w !== undefined && h !== undefined ? { w, h } : null
    return { point: { x, y }, region: size, strokes: scaledTo(size), carried }
  }
  const { x, y, w = 0, h = 0 } = scalePlace({ ...point, ...region }, own.image, shown.image)
  const size = region && { w, h }
  return { point: { x, y }, region: size, strokes: scaledTo(size), carried }

  function scaledTo(size: Spot['region']) {
    return (
      strokes &&
      (region && size
        ? scaleStrokes(strokes, size.w / region.w, size.h / region.h)
        : scaleStrokes(strokes, scale))
    )
  }
}

/** Open comments move to the newest version of their design, and stay there when they are resolved on it. */
export function showsOnNewest(
  { version, resolved }: Pick<Comment, 'version' | 'resolved'>,
  newest: { readonly _id: string; readonly createdAt: string },
): boolean {
  return resolved === null || version === newest._id || resolved.at >= newest.createdAt
}
