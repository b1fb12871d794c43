import { expect, test } from 'vitest'
import { edgeSpeed } from './edge-pan'

test('a drag scrolls faster closer to the edge, and no faster beyond it', () => {
  expect(edgeSpeed(250, 200, 0, 500)).toBe(0)
  expect(edgeSpeed(460, 200, 0, 500)).toBe(0)
  expect(edgeSpeed(480, 200, 0, 500)).toBe(450)
  expect(edgeSpeed(500, 200, 0, 500)).toBe(900)
  expect(edgeSpeed(700, 200, 0, 500)).toBe(900)
  expect(edgeSpeed(20, 200, 0, 500)).toBe(-450)
  expect(edgeSpeed(-50, 200, 0, 500)).toBe(-900)
})

test('a drag that starts near an edge scrolls only after moving towards it', () => {
  expect(edgeSpeed(490, 490, 0, 500)).toBe(0)
  expect(edgeSpeed(485, 490, 0, 500)).toBe(0)
  expect(edgeSpeed(495, 490, 0, 500)).toBeGreaterThan(0)
})
