import type { ClientPoint } from '@pinmark/shared/coordinates'

/** The visible part of the window in CSS pixels, without the on-screen keyboard and outside of pinch zoom. */
export interface VisibleArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface PhonePlacement {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
  readonly side: 'below' | 'above'
}

/** Height of the pin, for a popup above its tip. */
const pinHeightPx = 33
/** Distance between the popup and the pin below it. */
const gapAbovePinPx = 8
export const abovePinPx = pinHeightPx + gapAbovePinPx
export const edgePx = 8
/** Height of the title row, one field and the row of buttons. */
const usablePx = 160

/** Places a popup below 768 px: centred, `offset` px below the point or its region, or above its pin if there
 *  is no room below. If neither side has enough room, it takes the larger one and scrolls, so it never covers
 *  its own spot. A region that leaves no room on either side is covered, except for the corner with its
 *  pin. */
export function placeOnPhone(
  point: ClientPoint & { readonly height?: number },
  popup: { width: number; height: number },
  area: VisibleArea,
  offset: number,
): PhonePlacement {
  const first = area.top + edgePx
  const last = area.top + area.height - edgePx
  // If the spot was scrolled away, the popup stays in the window.
  const spot = Math.min(Math.max(point.y, area.top), area.top + area.height)
  const isSpotVisible = spot === point.y
  const end = isSpotVisible ? spot + (point.height ?? 0) : spot
  const isRegionTooTall = Math.max(last - end - offset, spot - abovePinPx - first) < usablePx
  if (point.height && isRegionTooTall) return placeOnPhone({ x: point.x, y: point.y }, popup, area, offset)
  const below = isSpotVisible ? last - (end + offset) : last - first
  const above = isSpotVisible ? spot - abovePinPx - first : last - first
  const side = popup.height <= below || below >= above ? 'below' : 'above'
  const maxHeight = Math.max(0, side === 'below' ? below : above)
  const height = Math.min(popup.height, maxHeight)
  const wanted = side === 'below' ? end + offset : spot - abovePinPx - height
  return {
    left: area.left + (area.width - popup.width) / 2,
    top: Math.min(Math.max(wanted, first), last - height),
    maxHeight,
    side,
  }
}
