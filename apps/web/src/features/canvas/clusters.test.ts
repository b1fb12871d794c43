import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apartPx, groupPins } from './clusters'

const at = (key: string, x: number, y: number) => ({ key, point: { x, y } })

test('pins on one pixel form one group, led by the first', () => {
  const [group, ...others] = groupPins([at('1', 5, 5), at('2', 5, 5), at('3', 5, 5)], 1)
  expect(others).toEqual([])
  expect(group).toMatchObject({ key: '1', point: { x: 5, y: 5 } })
  expect(group?.pins.map(({ key }) => key)).toEqual(['1', '2', '3'])
})

test('pins part when their heads overlap by 10 px or less', () => {
  expect(groupPins([at('1', 0, 0), at('2', 17.9, 0)], 1)).toHaveLength(1)
  expect(groupPins([at('1', 0, 0), at('2', 18, 0)], 1)).toHaveLength(2)
  expect(groupPins([at('1', 0, 0), at('2', 17.9, 0)], 1.1)).toHaveLength(2)
})

test('every pin is in exactly one group, near its lead, and leads are apart', () => {
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
        const groups = groupPins(pins, scale)
        expect(groups.flatMap((group) => group.pins.map(({ key }) => key)).sort()).toEqual(
          pins.map(({ key }) => key).sort(),
        )
        const leads = groups.map(({ pins: [lead] }) => lead?.point ?? { x: NaN, y: NaN })
        groups.forEach((group, index) => {
          const lead = leads[index] ?? { x: NaN, y: NaN }
          for (const pin of group.pins) {
            expect(Math.hypot(pin.point.x - lead.x, pin.point.y - lead.y) * scale).toBeLessThan(
              apartPx + 1e-6,
            )
          }
          for (const other of leads.slice(index + 1)) {
            expect(Math.hypot(other.x - lead.x, other.y - lead.y) * scale).toBeGreaterThanOrEqual(
              apartPx - 1e-6,
            )
          }
        })
      },
    ),
  )
})
