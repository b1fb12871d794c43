import { expect, test } from 'vitest'
import { alignRows, heightOn, type Rows } from './align-rows'

/** Rows that all differ, one for each letter. */
const rowsOf = (letters: string): Rows =>
  [...letters].map((letter) =>
    Uint8ClampedArray.from({ length: 12 }, (_, at) =>
      letter === ' ' ? 200 : (letter.charCodeAt(0) * (at + 3) * 37) % 251,
    ),
  )

const before = 'abcdefghijkl'

test.each([
  ['what stands below an insertion', 'abcdXYZefghijkl', 'g', 9],
  ['what stands below a removal', 'abghijkl', 'i', 4],
  ['what was removed waits where it would stand', 'abghijkl', 'd', 2],
  ['what stays', 'abcdefghijklXYZ', 'k', 10],
  ['rewritten rows between the same ones', 'abcXYZghijkl', 'h', 7],
])('%s is found on the other version', (_, after, letter, row) => {
  const runs = alignRows(rowsOf(before), rowsOf(after))
  expect(heightOn(runs, { y: before.indexOf(letter) * 4, rowPx: 4, from: 'before' })).toBe(row * 4)
})

test('the mapping is reversible, also over rows of one colour', () => {
  const [one, other] = ['ab   cdef   gh', 'ab    XY   cdef   gh']
  const runs = alignRows(rowsOf(one), rowsOf(other))
  for (const letter of 'abcdefgh') {
    const y = heightOn(runs, { y: one.indexOf(letter) + 0.5, rowPx: 1, from: 'before' })
    expect(y).toBe(other.indexOf(letter) + 0.5)
    expect(heightOn(runs, { y, rowPx: 1, from: 'after' })).toBe(one.indexOf(letter) + 0.5)
  }
})

test('pictures without a common row are aligned at the top', () => {
  const runs = alignRows(rowsOf('abc'), rowsOf('xyz'))
  expect(heightOn(runs, { y: 0, rowPx: 4, from: 'before' })).toBe(0)
})
