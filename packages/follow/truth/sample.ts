import { randomOf, seedOf } from './random'
import type { Box, Rendered, TruthElement } from './render'

/** The state of the element at a place: unchanged, rewritten or recoloured, or gone. */
type Fate = 'same' | 'changed' | 'gone'

/** A place before an edit, and its true position afterwards. */
export interface Sample {
  place: { x: number; y: number; w?: number; h?: number }
  /** Null if the element is gone. */
  truth: { x: number; y: number } | null
  fate: Fate
  element: string
}

const regionMarginPx = 4

/** Samples places on elements of a page, half of them on elements that the edit has touched, if there are any. The
 *  last seventh are regions around elements. A fifth of the points are on blank ground beside an element. */
export function samplePlaces(name: string, before: Rendered, after: Rendered, count: number): Sample[] {
  const random = randomOf(seedOf(name))
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)]
  const scale = scaleOf(before, after)
  const now = new Map(after.elements.map((element) => [element.id, element]))
  const leaves = before.elements.filter(({ id, box }) => !id.endsWith(' box') && box.w >= 4 && box.h >= 4)
  const isTouched = ({ id }: TruthElement) => {
    const found = now.get(id)
    return !found || found.looksDifferent || found.isMoved
  }
  const touched = leaves.filter(isTouched)
  const samples: Sample[] = []
  for (let tries = 0; samples.length < count && tries < count * 12; tries += 1) {
    const element = pick(samples.length % 2 === 0 && touched.length > 0 ? touched : leaves)
    if (!element) break
    const found = now.get(element.id)
    const fate = !found ? 'gone' : found.looksDifferent ? 'changed' : 'same'
    const isRegion = samples.length >= (count * 6) / 7
    const place = isRegion ? around(element.box, before) : pointOn(element, random, tries % 5 === 3, leaves)
    if (!place) continue
    const truth = found ? placeNow(place, element, found, scale) : null
    if (!isInside(place, before) || (truth && !isInside({ ...place, ...truth }, after))) continue
    if (found ? !truth : !isOnContent(place, element)) continue
    samples.push({ place, truth, fate, element: element.id })
  }
  return samples
}

export function scaleOf(before: Rendered, after: Rendered): number {
  const ratios = before.elements.flatMap(({ id, box }) => {
    const found = after.elements.find((element) => element.id === id && !element.looksDifferent)
    return found ? [found.box.h / box.h] : []
  })
  return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 1
}

function around({ x, y, w, h }: Box, { width, height }: Rendered): Sample['place'] | null {
  const place = {
    x: x - regionMarginPx,
    y: y - regionMarginPx,
    w: w + 2 * regionMarginPx,
    h: h + 2 * regionMarginPx,
  }
  const isInside = place.x >= 0 && place.y >= 0 && place.x + place.w <= width && place.y + place.h <= height
  return isInside ? place : null
}

function pointOn(
  element: TruthElement,
  random: () => number,
  isBeside: boolean,
  leaves: TruthElement[],
): Sample['place'] | null {
  const { box, words } = element
  if (isBeside) {
    const point = { x: box.x + box.w + 4 + random() * 14, y: box.y + random() * box.h }
    const others = leaves.filter((other) => other !== element && distanceTo(point, other.box) < 40)
    return words.length > 0 && distanceTo(point, words.at(-1) ?? box) < 60 && others.length === 0
      ? point
      : null
  }
  const target = words[Math.floor(random() * words.length)] ?? box
  const inside = random() < 0.75 ? target : box
  return { x: inside.x + random() * inside.w, y: inside.y + random() * inside.h }
}

/** The true position. On a text it is relative to the nearest word, because lines may break elsewhere. */
function placeNow(
  place: Sample['place'],
  was: TruthElement,
  is: TruthElement,
  scale: number,
): Sample['truth'] {
  const isSize = Math.abs(is.box.w - was.box.w * scale) < 2 && Math.abs(is.box.h - was.box.h * scale) < 2
  if (place.w !== undefined) return isSize || is.looksDifferent ? shift(place, was.box, is.box, scale) : null
  if (isSize && !is.looksDifferent) return shift(place, was.box, is.box, scale)
  if (was.text === is.text && was.words.length === is.words.length && was.words.length > 0) {
    const distances = was.words.map((word) => distanceTo(place, word))
    const nearest = distances.indexOf(Math.min(...distances))
    const [from, to] = [was.words[nearest], is.words[nearest]]
    if (!from || !to || (distances[nearest] ?? 0) > 60) return null
    return shift(place, from, to, is.looksDifferent ? to.h / from.h : scale)
  }
  if (isSize || !is.isPhoto) return shift(place, was.box, is.box, scale)
  return {
    x: is.box.x + ((place.x - was.box.x) / was.box.w) * is.box.w,
    y: is.box.y + ((place.y - was.box.y) / was.box.h) * is.box.h,
  }
}

function isInside({ x, y, w = 0, h = 0 }: Sample['place'], { width, height }: Rendered): boolean {
  return x >= 0 && y >= 0 && x + w <= width && y + h <= height
}

/** Blank ground in an element looks the same after the element is gone. */
function isOnContent(place: Sample['place'], { words, isPhoto }: TruthElement): boolean {
  return isPhoto || place.w !== undefined || words.some((word) => distanceTo(place, word) < 4)
}

function shift({ x, y }: Sample['place'], from: Box, to: Box, scale: number) {
  return { x: to.x + (x - from.x) * scale, y: to.y + (y - from.y) * scale }
}

function distanceTo({ x, y }: { x: number; y: number }, box: Box): number {
  return Math.hypot(Math.max(box.x - x, 0, x - box.x - box.w), Math.max(box.y - y, 0, y - box.y - box.h))
}
