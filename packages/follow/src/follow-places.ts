import type { Decision } from './consensus'
import { align, sameWidth, type Alignment } from './alignment'
import { followInliers } from './by-inliers'
import { followContent } from './by-content'
import { followPage } from './by-page'
import type { Area } from './change'
import type { Picture } from './picture'
import { toHundredths, type FollowedPlace, type Place } from './place'
import { findElementShift } from './element-shift'
import { supportWindowsOf } from './support-windows'
import { unchangedAreas } from './unchanged'

/** Finds each place of `before` on `after`, its next version. The answers have the order of the places. Regions
 *  are scaled with the design.
 *  @param places in pixels of `before`
 *  @returns in pixels of `after` */
export function followPlaces(before: Picture, after: Picture, places: readonly Place[]): FollowedPlace[] {
  const isUnchanged = unchangedAreas(before, after)
  if (places.every(isUnchanged)) return places.map(stays)
  const alignment = align(before, after)
  return places.map((place) => (isUnchanged(place) ? stays(place) : followPlace(alignment, after, place)))
}

function stays(place: Place): FollowedPlace {
  return { ...place, state: 'followed' }
}

function followPlace(alignment: Alignment, after: Picture, place: Place): FollowedPlace {
  const { before: from, after: to, scale } = alignment
  const { zoom } = from
  const area = { x: place.x * zoom, y: place.y * zoom, w: (place.w ?? 0) * zoom, h: (place.h ?? 0) * zoom }
  const decided = decide(alignment, area)
  const isScaled = scale !== 1 && decided.state === 'followed'
  const { shift, isSure } = isScaled
    ? findElementShift(alignment, area, decided.shift)
    : { ...decided, isSure: true }
  const size =
    place.w === undefined || place.h === undefined
      ? {}
      : { w: Math.min(place.w * scale, after.width), h: Math.min(place.h * scale, after.height) }
  const found = { x: (area.x + shift.dx) / to.zoom, y: (area.y + shift.dy) / to.zoom, ...size }
  return {
    x: toHundredths(clamp(found.x, after.width - (size.w ?? 0))),
    y: toHundredths(clamp(found.y, after.height - (size.h ?? 0))),
    ...(size.w !== undefined && { w: toHundredths(size.w), h: toHundredths(size.h) }),
    state: stateOf(alignment, found, isSure ? decided.state : 'check'),
  }
}

/** The state of a place, corrected for pictures with other edges. Content that moved out of the picture was cropped
 *  off. If the page was laid out for another width, its lines break elsewhere, so that missing content may still exist.
 *  @param found in pixels of `after` */
function stateOf(
  alignment: Alignment,
  { x, y, w = 0, h = 0 }: Place,
  decided: FollowedPlace['state'],
): FollowedPlace['state'] {
  const { before, after, scale } = alignment
  const { width, height } = after.picture
  const [middleX, middleY] = [x + w / 2, y + h / 2]
  const isOutside = middleX < 0 || middleY < 0 || middleX > width || middleY > height
  if (isOutside && decided === 'followed') return 'gone'
  const isOtherWidth = Math.abs(width / (before.picture.width * scale) - 1) >= sameWidth
  const isCropped = isOutside && alignment.pageShift !== null
  return decided === 'gone' && isOtherWidth && !isCropped ? 'check' : decided
}

function decide(alignment: Alignment, area: Area): Decision {
  const around = supportWindowsOf(area)
  const decided = followInliers(alignment, area, around) ?? followContent(alignment, area)
  return decided.state === 'followed' ? decided : (followPage(alignment, around) ?? decided)
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), Math.max(max, 0))
}
