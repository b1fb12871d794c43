import { expect, test } from 'vitest'
import { isDrag } from './press'

test.each([
  ['mouse', 4, false],
  ['mouse', 5, true],
  ['pen', 8, false],
  ['pen', 9, true],
  ['touch', 10, false],
  ['touch', 11, true],
])('a press by %s that moves by %i px: a drag is %s', (pointerType, moved, expected) => {
  const from = { x: 100, y: 100 }
  expect(isDrag(from, { x: 100 + moved, y: 100 }, pointerType)).toBe(expected)
  expect(isDrag(from, { x: 100, y: 100 - moved }, pointerType)).toBe(expected)
})
