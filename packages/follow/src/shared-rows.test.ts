import { expect, test } from 'vitest'
import { givenPage } from '../test/given-page'
import type { Picture } from './picture'
import { sharedRows } from './shared-rows'

const rowPx = 4

/** A picture with a stripe for each letter. Stripes of different letters differ; a space is a stripe of one colour. */
function striped(
  letters: string,
  { scale = 1, channels = 1 }: { scale?: 1 | 2; channels?: 1 | 3 } = {},
): Picture {
  const width = 24 * scale
  const height = letters.length * rowPx * scale
  const data = Uint8Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels)
    const letter = letters.charCodeAt(Math.floor(pixel / width / (rowPx * scale)))
    const column = Math.floor((pixel % width) / scale)
    return letter === 32 ? 200 : (letter * (column + 3) * 37) % 251
  })
  return { width, height, channels, data }
}

/** The letters of both pictures that were matched. */
function matched(before: string, after: string): string[][] {
  return sharedRows(striped(before), striped(after)).flatMap((run) =>
    Array.from({ length: run.before.h / rowPx }, (_, at) => [
      before.charAt(run.before.y / rowPx + at),
      after.charAt(run.after.y / rowPx + at),
    ]),
  )
}

const pairsOf = (letters: string) => [...letters].map((letter) => [letter, letter])

test.each([
  ['around an insertion', 'abcdXYZefghijkl', 'abcdefghijkl'],
  ['around a removal', 'abghijkl', 'abghijkl'],
  ['above an addition', 'abcdefghijklXYZ', 'abcdefghijkl'],
  ['around rewritten rows', 'abcXYZghijkl', 'abcghijkl'],
])('the rows %s are matched', (_, after, shared) => {
  expect(matched('abcdefghijkl', after)).toEqual(pairsOf(shared))
})

test('rows of one colour are matched in order', () => {
  const pairs = matched('ab   cdef   gh', 'ab    XY   cdef   gh')
  for (const pair of pairsOf('abcdefgh')) expect(pairs).toContainEqual(pair)
})

test('pictures without a common row have no match', () => {
  expect(sharedRows(striped('abc'), striped('xyz'))).toEqual([])
})

test('each side is measured in its own pixels, also in colour', () => {
  const runs = sharedRows(striped('abcdef', { scale: 2, channels: 3 }), striped('abXcdef'))
  expect(runs).toEqual([
    { before: { y: 0, h: 16 }, after: { y: 0, h: 8 } },
    { before: { y: 16, h: 32 }, after: { y: 12, h: 16 } },
  ])
})

test('what was pushed down on a page is matched to its new place', () => {
  const cards = [80, 260, 440, 620].map((y, at) => ({ y, seed: at + 1 }))
  const pushed = cards.slice(1).map(({ y, seed }) => ({ y: y + 140, seed }))
  const before = givenPage(640, 900, cards)
  const after = givenPage(640, 1_040, [{ y: 80, seed: 1 }, { y: 230, seed: 9 }, ...pushed])

  const run = sharedRows(before, after).findLast((one) => one.before.y <= 480)

  expect((run?.after.y ?? 0) - (run?.before.y ?? 0)).toBe(140)
})
