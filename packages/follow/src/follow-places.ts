import type { Decision } from './consensus'
import { align, type Alignment } from './alignment'
import { followInliers } from './by-inliers'
import { followContent } from './by-content'
import type { Area } from './change'
import type { Picture } from './picture'
import type { FollowedPlace, Place } from './place'
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
  const state = isSure ? decided.state : 'check'
  const size =
    place.w === undefined || place.h === undefined
      ? {}
      : { w: Math.min(place.w * scale, after.width), h: Math.min(place.h * scale, after.height) }
  return {
    x: round(clamp((area.x + shift.dx) / to.zoom, after.width - (size.w ?? 0))),
    y: round(clamp((area.y + shift.dy) / to.zoom, after.height - (size.h ?? 0))),
    ...(size.w !== undefined && { w: round(size.w), h: round(size.h) }),
    state,
  }
}

function decide(alignment: Alignment, area: Area): Decision {
  return followInliers(alignment, area, supportWindowsOf(area)) ?? followContent(alignment, area)
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), Math.max(max, 0))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
