import { AppError } from '@pinmark/shared/errors'
import { describe, expect, test } from 'vitest'
import { projectRecord } from '../../test/given-record'
import type { DesignRecord } from '../projects/project.record'
import { farCorner, newestPlace, reaches, spotOf } from './spot'

const pin = { w: null, h: null }

test.each([
  [
    { x: 3, y: 4 },
    { x: 3, y: 4, ...pin },
  ],
  [
    { x: 0, y: 0 },
    { x: 0, y: 0, ...pin },
  ],
  [
    { x: 3, y: 4, w: 5, h: 6 },
    { x: 3, y: 4, ...pin },
  ],
  [
    { kind: 'pin', x: 3 },
    { x: 3, y: 0, ...pin },
  ],
  [
    { kind: 'design', x: -3, y: -4, w: 5, h: 6 },
    { x: 0, y: 0, ...pin },
  ],
  [
    { kind: 'region', x: 3, y: 4, w: 5, h: 6 },
    { x: 3, y: 4, w: 5, h: 6 },
  ],
  [
    { kind: 'region', x: 3, y: 4 },
    { x: 3, y: 4, ...pin },
  ],
] as const)('%j is put at %j', (input, spot) => expect(spotOf(input)).toEqual(spot))

test.each([
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { kind: 'region', x: -1, y: 0, w: 5, h: 5 },
] as const)('%j is outside of every image', (input) =>
  expect(() => spotOf(input)).toThrow(expect.objectContaining({ code: 'position_outside' })),
)

test.each([
  [
    { x: 3, y: 4, ...pin },
    { width: 3, height: 4 },
  ],
  [
    { x: 3, y: 4, w: 5, h: 7 },
    { width: 8, height: 11 },
  ],
  [
    { x: 0.1, y: 0.7, w: 0.2, h: 0.1 },
    { width: 0.3, height: 0.8 },
  ],
])('the far corner of %j is %j', (spot, corner) => expect(farCorner(spot)).toEqual(corner))

test.each([
  [400, 300, true],
  [401, 300, false],
  [400, 301, false],
])('an image of 400 × 300 contains %i, %i: %s', (width, height, expected) =>
  expect(reaches({ width: 400, height: 300 }, { width, height })).toBe(expected),
)

const version = (publicId: string, width: number, height: number) => ({
  ...{ publicId, number: 1, note: '', round: 1, image: publicId, width, height, placeholder: '' },
  createdAt: new Date(),
})
const design = (publicId: string, ...versions: DesignRecord['versions']): DesignRecord => ({
  ...{ publicId, title: publicId, nextVersion: 3, versions },
})

describe('places in a project of two designs', () => {
  const designs = [
    design('home', version('old', 900, 900), version('new', 400, 300)),
    design('phone', version('narrow', 200, 800)),
  ]
  const front = { design: 'home', version: 'new', image: 'new', width: 400, height: 300 }
  const project = projectRecord({ designs, front })

  test.each([
    [{}, { design: 'home', version: 'new', width: 400, height: 300 }],
    [{ design: 'phone' }, { design: 'phone', version: 'narrow', width: 200, height: 800 }],
    [{ version: 'narrow' }, { design: 'phone', version: 'narrow', width: 200, height: 800 }],
    [
      { design: 'home', version: 'new' },
      { design: 'home', version: 'new', width: 400, height: 300 },
    ],
  ])('%j means %j', (wanted, place) => expect(newestPlace(project, wanted)).toEqual(place))

  test.each([
    [{ version: 'old' }, 'old_version'],
    [{ design: 'other' }, 'design_not_found'],
    [{ version: 'other' }, 'design_not_found'],
    [{ design: 'phone', version: 'new' }, 'design_not_found'],
  ])('%j is refused with %s', (wanted, code) =>
    expect(() => newestPlace(project, wanted)).toThrow(expect.objectContaining({ code })),
  )

  test('a design without a version has no place', () => {
    expect(() => newestPlace({ ...project, designs: [design('home')] }, {})).toThrow(
      expect.objectContaining({ code: 'design_not_found' }),
    )
  })

  test('points within the newest version are accepted', () => {
    const exists = (width: number, height: number, wanted: object) => {
      try {
        return reaches(newestPlace(project, wanted), { width, height })
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    }
    const cases: [number, number, object, boolean][] = [
      [400, 300, {}, true],
      [401, 300, {}, false],
      [400, 301, {}, false],
      [400, 300, { design: 'home' }, true],
      [401, 300, { design: 'home' }, false],
      [400, 301, { design: 'home' }, false],
      [200, 800, { design: 'phone' }, true],
      [200, 800, { version: 'narrow' }, true],
      [200, 800, { version: 'new' }, false],
      [100, 100, { version: 'old' }, false],
      [100, 100, { design: 'other' }, false],
      [100, 100, { design: 'home', version: 'new' }, true],
      [100, 100, { design: 'home', version: 'narrow' }, false],
    ]
    for (const [width, height, wanted, expected] of cases)
      expect([width, height, wanted, exists(width, height, wanted)]).toEqual([
        ...[width, height, wanted, expected],
      ])
  })
})
