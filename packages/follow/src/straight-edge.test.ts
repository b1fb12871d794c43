import { expect, test } from 'vitest'
import { isStraightEdge } from './straight-edge'

const width = 16
const planeOf = (shadeAt: (x: number, y: number) => number) => ({
  width,
  height: width,
  data: Uint8Array.from({ length: width * width }, (_, at) => shadeAt(at % width, Math.floor(at / width))),
})

test('a square with one straight edge is told from corners, writing and plain ground', () => {
  const across = planeOf((_, y) => (y < 6 ? 40 : 200))
  const down = planeOf((x, y) => (x < 9 ? 240 : 250 + ((x + y) % 3)) - (x < 9 ? 30 : 0))
  const corner = planeOf((x, y) => (x < 9 && y < 6 ? 40 : 200))
  const writing = planeOf((x, y) => ((x * 7 + y * 3) % 5 < 2 ? 40 : 255))
  const plain = planeOf(() => 180)

  expect([across, down].map((plane) => isStraightEdge(plane, 0, 0))).toEqual([true, true])
  expect([corner, writing, plain].map((plane) => isStraightEdge(plane, 0, 0))).toEqual([false, false, false])
})
