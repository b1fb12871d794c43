import type { Version } from '@pinmark/shared/entities/project'
import { expect, test } from 'vitest'
import { rowMatch } from './row-match'

function version(number: number, width: number): Version {
  return {
    ...{ _id: `version ${number}`, number, note: '', round: 1, createdAt: '2026-11-14T10:00:00.000Z' },
    image: { _id: `image ${number}`, width, height: 1_000, placeholder: '' },
  }
}

const pair = (widthBefore: number) => ({ before: version(1, widthBefore), after: version(2, 400) })
/** 100 px were inserted at 200 px. */
const runs = [
  { before: { y: 0, h: 200 }, after: { y: 0, h: 200 } },
  { before: { y: 200, h: 600 }, after: { y: 300, h: 600 } },
]

test.each([
  ['above the insertion', 120, 120],
  ['below it', 500, 600],
  ['below the last shared row', 900, 900],
] as const)('a height %s is found on the newer version', (_, y, there) => {
  expect(rowMatch(runs, pair(400))(y, 'before')).toBe(there)
})

test('a row that the older version lacks waits where it would be', () => {
  expect(rowMatch(runs, pair(400))(250, 'after')).toBe(200)
})

test('the older version is measured at the width of the newer one', () => {
  const doubled = runs.map(({ before, after }) => ({ before: { y: before.y * 2, h: before.h * 2 }, after }))
  expect(rowMatch(doubled, pair(800))(500, 'before')).toBe(600)
  expect(rowMatch(doubled, pair(800))(600, 'after')).toBe(500)
})

test('versions without a common row are aligned at the top', () => {
  expect(rowMatch([], pair(400))(300, 'before')).toBe(300)
})
