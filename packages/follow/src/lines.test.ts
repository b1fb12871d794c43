import { expect, test } from 'vitest'
import type { Change } from './change'
import { withWholeLines } from './lines'

const zoom = { before: 1, after: 1 }
const area = (x: number, y = 208, h = 64, w = 48) => ({ x, y, w, h })
const moved = (from: number, to: number): Change => ({ kind: 'moved', before: area(from), after: area(to) })
const removed = (x: number): Change => ({ kind: 'removed', before: area(x), after: null })

test('the letters of a rewritten heading are one change', () => {
  const added: Change = { kind: 'added', before: null, after: area(400) }

  const changes = withWholeLines([moved(300, 350), removed(360), moved(420, 300), added], zoom)

  expect(changes).toEqual([
    { kind: 'changed', before: area(300, 208, 64, 168), after: area(300, 208, 64, 148) },
  ])
})

test('parts of a row that only moved stay apart, and so do a moved part and the one that left its place', () => {
  const swapped = [moved(100, 200), moved(160, 100), moved(220, 160)]
  const left = [moved(100, 160), removed(160)]

  expect(withWholeLines(swapped, zoom)).toEqual(swapped)
  expect(withWholeLines(left, zoom)).toEqual(left)
})

test('cards and parts that stand far from each other are no line', () => {
  const cards = [moved(100, 160), moved(160, 100), removed(220)].map((change): Change => {
    const tall = (place: Change['before']) => place && { ...place, h: 300 }
    return { ...change, before: tall(change.before), after: tall(change.after) }
  })
  const apart = [moved(100, 300), moved(500, 700), removed(900)]

  expect(withWholeLines(cards, zoom)).toEqual(cards)
  expect(withWholeLines(apart, zoom)).toEqual(apart)
})
