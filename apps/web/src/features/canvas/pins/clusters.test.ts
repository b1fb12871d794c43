import type { ImagePoint } from '@pinmark/shared/coordinates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minPinDistancePx, clusterPins } from './clusters'

const at = (key: string, x: number, y: number) => ({ key, point: { x, y } })

test('pins on one pixel form one cluster, led by the first', () => {
  const [group, ...others] = clusterPins([at('1', 5, 5), at('2', 5, 5), at('3', 5, 5)], 1)
  expect(others).toEqual([])
  expect(group).toMatchObject({ key: '1', point: { x: 5, y: 5 } })
  expect(group?.pins.map(({ key }) => key)).toEqual(['1', '2', '3'])
})

test('pins separate when they are far enough apart in either direction', () => {
  expect(clusterPins([at('1', 0, 0), at('2', 25.9, 28.9)], 1)).toHaveLength(1)
  expect(clusterPins([at('1', 0, 0), at('2', 26, 0)], 1)).toHaveLength(2)
  expect(clusterPins([at('1', 0, 0), at('2', 0, 29)], 1)).toHaveLength(2)
  expect(clusterPins([at('1', 0, 0), at('2', 25.9, 0)], 1.1)).toHaveLength(2)
})

test('every pin is in exactly one cluster, near its lead, and leads are apart', () => {
  const point = fc.record({
    x: fc.double({ min: 0, max: 900, noNaN: true }),
    y: fc.double({ min: 0, max: 900, noNaN: true }),
  })
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 120 }),
      fc.double({ min: 0.05, max: 8, noNaN: true }),
      (points, scale) => {
        const pins = points.map((place, index) => ({ key: String(index), point: place }))
        const groups = clusterPins(pins, scale)
        expect(groups.flatMap((group) => group.pins.map(({ key }) => key)).sort()).toEqual(
          pins.map(({ key }) => key).sort(),
        )
        const apart = (one: ImagePoint, other: ImagePoint) =>
          scale *
          Math.max(
            Math.abs(one.x - other.x) / minPinDistancePx.x,
            Math.abs(one.y - other.y) / minPinDistancePx.y,
          )
        const leads = groups.map(({ pins: [lead] }) => lead?.point ?? { x: NaN, y: NaN })
        groups.forEach((group, index) => {
          const lead = leads[index] ?? { x: NaN, y: NaN }
          for (const pin of group.pins) expect(apart(pin.point, lead)).toBeLessThan(1 + 1e-9)
          for (const other of leads.slice(index + 1)) {
            expect(apart(other, lead)).toBeGreaterThanOrEqual(1 - 1e-9)
          }
        })
      },
    ),
  )
})
