import type { ChangeOfDesign } from '@pinmark/shared/entities/comparison'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { expect, test } from 'vitest'
import { haveNothingInCommon, shownChanges } from './changes'
import { pairOf, sheetOf, withVersion } from './comparison'
import { rowMatch } from '../../../features/versions/row-match'

function version(number: number, width: number, height: number): Version {
  const image = { _id: `image ${number}`, width, height, placeholder: '' }
  return {
    _id: `version ${number}`,
    number,
    image,
    note: '',
    round: 1,
    createdAt: '2026-11-14T10:00:00.000Z',
  }
}

const versions = [version(1, 1000, 2000), version(2, 1000, 2400), version(4, 2000, 4800)] as const
const [first, second, fourth] = versions
const design: Design = { _id: 'design', title: 'Landing page', versions: [...versions] }
const area = (x: number, y: number, w = 100, h = 50) => ({ x, y, w, h })

test.each([
  ['2-1', second, first],
  ['1-4', first, fourth],
  ['', second, fourth],
  ['1-3', second, fourth],
  ['2-2', second, fourth],
  ['two', second, fourth],
])('the address %j compares existing versions, else the newest two', (wanted, before, after) => {
  expect(pairOf(design, wanted)).toEqual({ before, after })
})

test('a design of one version has no comparison', () => {
  expect(pairOf({ ...design, versions: [first] }, '1-2')).toBeNull()
})

test('choosing the version of the other side swaps the two', () => {
  const pair = { before: first, after: second }
  expect(withVersion(pair, 'after', fourth)).toEqual({ before: first, after: fourth })
  expect(withVersion(pair, 'after', first)).toEqual({ before: second, after: first })
  expect(withVersion(pair, 'before', second)).toEqual({ before: second, after: first })
})

test('both versions share one sheet, as wide as the newer one', () => {
  expect(sheetOf({ before: second, after: fourth })).toMatchObject({ width: 2000, height: 4800 })
  expect(sheetOf({ before: fourth, after: first })).toEqual({
    ...{ width: 1000, height: 2400, beforeHeight: 2400, afterHeight: 2000 },
  })
})

test('changes are numbered from top to bottom, and a removed part has a seam on the newer version', () => {
  const changes: ChangeOfDesign[] = [
    { kind: 'changed', before: area(0, 100), after: area(0, 400) },
    { kind: 'removed', before: area(0, 600, 800, 90), after: null },
    { kind: 'added', before: null, after: area(0, 20) },
  ]
  const pair = { before: first, after: second }
  const match = rowMatch([{ before: { y: 150, h: 800 }, after: { y: 450, h: 800 } }], pair)
  const { shown, left } = shownChanges(changes, pair, match)
  expect(left).toBe(0)
  expect(shown).toMatchObject([
    { number: 1, kind: 'added', area: area(0, 20) },
    { number: 2, kind: 'changed', area: area(0, 400) },
    { number: 3, kind: 'removed', area: { x: 0, y: 945, w: 800, h: 0 }, part: area(0, 600, 800, 90) },
  ])
})

test('only the 50 largest changes are shown', () => {
  const changes = Array.from({ length: 73 }, (_, at): ChangeOfDesign => {
    return { kind: 'changed', before: area(0, at), after: area(0, at, 10 + at) }
  })
  const pair = { before: first, after: second }
  const { shown, left } = shownChanges(changes, pair, rowMatch([], pair))
  expect([shown.length, left]).toEqual([50, 23])
  expect(Math.min(...shown.map(({ part }) => part.w))).toBe(33)
})

test('versions that differ completely have nothing in common', () => {
  const pair = { before: first, after: second }
  const all = (h: number): ChangeOfDesign[] => [{ kind: 'changed', before: null, after: area(0, 0, 1000, h) }]
  expect(haveNothingInCommon(all(2400), pair)).toBe(true)
  expect(haveNothingInCommon(all(1200), pair)).toBe(false)
})
