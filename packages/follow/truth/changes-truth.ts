import { unionOf, type Area, type Change } from '../src/change'
import type { Box, Rendered, TruthElement } from './render'

/** A difference that an edit made. A box is null on the side where the content does not exist. */
export interface TrueChange {
  before: ChangedBox | null
  after: ChangedBox | null
}

interface ChangedBox extends Box {
  /** Bounding box of its words, if it has any, because most of a table's cell is background. */
  words?: Box
}

/** The changes that an edit has marked. For nested elements that are gone together, only the outermost is listed. */
export function trueChanges(before: Rendered, after: Rendered): TrueChange[] {
  const now = new Map(after.elements.map((element) => [element.id, element]))
  const gone = before.elements.filter(({ id }) => !now.has(id)).map(changedBox)
  const outermost = gone.filter((box) => !gone.some((other) => other !== box && contains(other, box)))
  const touched = before.elements.flatMap((element) => {
    const found = now.get(element.id)
    const isLeaf = !element.id.endsWith(' box')
    return found && isLeaf && (found.looksDifferent || found.isMoved)
      ? [{ before: changedBox(element), after: changedBox(found) }]
      : []
  })
  return [
    ...outermost.map((box) => ({ before: box, after: null })),
    ...after.added.map((box) => ({ before: null, after: box })),
    ...touched,
  ]
}

function changedBox({ box, words }: TruthElement): ChangedBox {
  return words.length > 0 ? { ...box, words: unionOf(words) } : box
}

/** Elements that moved sideways because of a change beside them. Listing them is correct. */
export function sidewaysMoves(before: Rendered, after: Rendered, scale: number): TrueChange[] {
  const now = new Map(after.elements.map((element) => [element.id, element]))
  return before.elements.flatMap(({ id, box }) => {
    const found = now.get(id)
    return found && Math.abs(found.box.x - box.x * scale) > 4 * scale
      ? [{ before: box, after: found.box }]
      : []
  })
}

/** A section is mostly background; the list contains its content. */
const foundFromShare = 0.15

/** Whether a change is found: listed areas cover enough of its content on either side. */
export function isListed({ before, after }: TrueChange, listed: Change[]): boolean {
  const share = ({ words, ...box }: ChangedBox, areas: (Area | null)[]) => coveredShare(words ?? box, areas)
  return (
    (before !== null &&
      share(
        before,
        listed.map((change) => change.before),
      ) > foundFromShare) ||
    (after !== null &&
      share(
        after,
        listed.map((change) => change.after),
      ) > foundFromShare)
  )
}

/** Whether a listed area contains a change or touches its surroundings. */
export function holdsChange({ before, after }: Change, changes: TrueChange[]): boolean {
  return changes.some(
    (change) =>
      (before && change.before && touches(before, change.before)) ||
      (after && change.after && touches(after, change.after)),
  )
}

const nearPx = 16

function touches(area: Area, box: Box): boolean {
  return (
    area.x < box.x + box.w + nearPx &&
    box.x - nearPx < area.x + area.w &&
    area.y < box.y + box.h + nearPx &&
    box.y - nearPx < area.y + area.h
  )
}

/** Share of a box that the areas cover, sampled on a grid of 12 by 12 points. */
function coveredShare(box: Box, areas: (Area | null)[]): number {
  let covered = 0
  for (let row = 0; row < 12; row += 1) {
    for (let column = 0; column < 12; column += 1) {
      const [x, y] = [box.x + ((column + 0.5) / 12) * box.w, box.y + ((row + 0.5) / 12) * box.h]
      if (
        areas.some((area) => area && x >= area.x && x < area.x + area.w && y >= area.y && y < area.y + area.h)
      )
        covered += 1
    }
  }
  return covered / 144
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x + 1 &&
    outer.y <= inner.y + 1 &&
    outer.x + outer.w >= inner.x + inner.w - 1 &&
    outer.y + outer.h >= inner.y + inner.h - 1
  )
}
