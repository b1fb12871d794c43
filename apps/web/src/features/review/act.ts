import {
  regionBetween,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
} from '@pinmark/shared/coordinates'

type Size = { readonly w: number; readonly h: number }

/** A chosen spot, or a region with that spot as its top left corner. */
export interface Placement {
  readonly point: ImagePoint
  readonly region: Size | null
}

/** What the next press on the design means. `cross` is the crosshair that the arrow keys move, and that Enter presses;
 *  null while there is none. `corner` is the corner of a region that is already set. */
export type Act =
  | { readonly is: 'pin'; readonly cross: ImagePoint | null }
  | { readonly is: 'region'; readonly cross: ImagePoint | null; readonly corner: ImagePoint | null }
  | { readonly is: 'move'; readonly key: string; readonly cross: ImagePoint; readonly region: Size | null }
  | { readonly is: 'resize'; readonly key: string; readonly cross: ImagePoint; readonly corner: ImagePoint }
  | DrawAct

/** Strokes are drawn on the comment with this key, or on a new one. Its part of the page has the presses and the crosshair
 *  itself. `from`: where the crosshair starts; null if the tool was chosen by pointer. */
export interface DrawAct {
  readonly is: 'draw'
  readonly tool: 'arrow' | 'pen'
  readonly key: string | null
  readonly from: ImagePoint | null
  readonly cross: null
}

/** Nothing was begun: a press places a comment. */
export const idle: Act = { is: 'pin', cross: null }

/** The effect of a press: a new comment, a new place of a comment, or neither after the first corner of a region. */
interface Pressed {
  readonly next: Act
  readonly place?: Placement
  readonly move?: { readonly key: string; readonly to: Placement }
}

/** A press on the design, by pointer or by Enter on the crosshair. */
export function press(act: Act, at: ImagePoint): Pressed {
  if (act.is === 'pin') return { next: idle, place: { point: at, region: null } }
  if (act.is === 'draw') return { next: act }
  if (act.is === 'move') return { next: idle, move: { key: act.key, to: { point: at, region: act.region } } }
  if (act.is === 'resize') {
    return { next: idle, move: { key: act.key, to: placementOf(regionBetween(act.corner, at)) } }
  }
  if (act.corner === null) return { next: { ...act, corner: at, cross: act.cross && at } }
  return { next: idle, place: placementOf(regionBetween(act.corner, at)) }
}

/** Shows the crosshair: for a region with the region tool, otherwise for a new comment. */
export function aim(act: Act, centre: ImagePoint): Act {
  return act.is === 'region' || act.is === 'pin'
    ? { ...act, cross: act.cross ?? centre }
    : { is: 'pin', cross: centre }
}

/** Switches the region tool on, or off. */
export function toggleRegion(act: Act): Act {
  return act.is === 'region' ? idle : { is: 'region', cross: null, corner: null }
}

/** `version`: another design or version is shown. `removed`: the comment no longer exists, or may no longer be moved.
 *  `hidden`: the pins were hidden. `closed`: the visitor may no longer comment. `select`: a comment was opened.
 *  `drag`: a pin was dragged, or a region drawn. */
export type Leave = 'version' | 'removed' | 'hidden' | 'closed' | 'select' | 'drag' | 'escape' | 'cancel'

/** What the next press means after something else has happened. Everything but a press ends what was begun, so that no
 *  press changes a comment that the visitor no longer thinks of. */
export function leaveOn(act: Act, reason: Leave): Act {
  const isOfComment = 'key' in act
  if ((reason === 'removed' || reason === 'hidden') && !isOfComment) return act
  if (reason === 'closed' && isOfComment && act.is !== 'draw') return act
  // One layer at a time: first the crosshair, then the tool.
  if (reason === 'escape' && act.is === 'region' && act.cross) return { ...act, cross: null, corner: null }
  return idle
}

/** A region that is too small to be visible becomes a point. */
export function placementOf({ x, y, w, h }: ImageRegion): Placement {
  return { point: { x, y }, region: w >= 1 && h >= 1 ? { w, h } : null }
}

/** Keeps a region completely on the design, by limiting its top left corner. */
export function holdRegion(
  point: ImagePoint,
  region: Size | null | undefined,
  natural: NaturalSize,
): ImagePoint {
  if (!region) return point
  return {
    x: Math.max(0, Math.min(point.x, natural.width - region.w)),
    y: Math.max(0, Math.min(point.y, natural.height - region.h)),
  }
}
