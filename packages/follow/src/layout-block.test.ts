import { expect, test } from 'vitest'
import { randomOf } from '../truth/random'
import type { Plane } from './plane'
import { scaleRatioOf } from './layout-block'

const area = { x: 0, y: 0, w: 299, h: 29 }

/** A line of letters: columns with visible pixels from the top to different depths. */
function lineOf(seed: number, size: number): Plane {
  const [width, height] = [300, 30]
  const random = randomOf(seed)
  const depths = Array.from({ length: width }, () => 4 + Math.floor(random() * 18))
  const data = new Uint8Array(width * height)
  for (let x = 0; x < width; x += 1) {
    const depth = Math.round((depths[Math.floor(x / size / 5)] ?? 0) * size)
    for (let y = 0; y < depth; y += 1) data[y * width + x] = 200
  }
  return { width, height, data }
}

test('the same line at another size is known by its columns, another line is not', () => {
  const line = lineOf(1, 1)

  expect(scaleRatioOf(line, area, lineOf(1, 1.25), area)).toBeCloseTo(1.25, 1)
  expect(scaleRatioOf(line, area, lineOf(1, 0.8), area)).toBeCloseTo(0.8, 1)
  expect(scaleRatioOf(line, area, line, area)).toBe(1)
  expect(scaleRatioOf(line, area, lineOf(2, 1), area)).toBe(1)
})
