import { expect, test } from 'vitest'
import type { Comment } from './entities/comment'
import { spotOn } from './spot-on'
import { hasFrame } from './strokes'
import { strokesPath } from './strokes-path'

test('two points are an arrow with a head, and more are a line', () => {
  expect(strokesPath([[0, 0, 100, 0]], { x: 10, y: 20 }, 10_000)).toBe(
    'M10 20L110 20M84.02 5L110 20L84.02 35',
  )
  expect(strokesPath([[0, 0, 10, 0, 10, 10]], { x: 1, y: 2 }, 100)).toBe('M1 2L11 2L11 12')
})

test('the head of a long arrow is a part of the width of the design', () => {
  const path = strokesPath([[0, 0, 1000, 0]], { x: 0, y: 0 }, 1_000)
  expect(path).toBe('M0 0L1000 0M969.69 -17.5L1000 0L969.69 17.5')
})

test.each([
  ['no strokes', undefined, true],
  ['strokes that fill it', [[0, 0, 60, 40]], false],
  ['strokes inside', [[10, 10, 60, 40]], true],
  ['strokes beyond it', [[0, 0, 80, 40]], true],
])('a region with %s has a frame: %s', (_what, strokes, expected) =>
  expect(hasFrame({ w: 60, h: 40 }, strokes)).toBe(expected),
)

const comment: Pick<Comment, 'version' | 'kind' | 'x' | 'y' | 'w' | 'h' | 'strokes' | 'places'> = {
  ...{ version: 'one', kind: 'region', x: 100, y: 50, w: 60, h: 40, strokes: [[0, 0, 60, 40]] },
}
const version = (_id: string, width: number) => ({ _id, number: 1, image: { width, height: width } })
const [one, two] = [version('one', 400), version('two', 800)]
const place = { version: 'two', x: 10, y: 20, state: 'followed' as const }

test.each<[string, Partial<typeof comment>, number[][] | undefined]>([
  ['its region', { places: [{ ...place, w: 60, h: 80 }] }, [[0, 0, 60, 80]]],
  ['the design, while it is being placed', {}, [[0, 0, 120, 80]]],
  ['the design, if it is a pin', { kind: 'pin', w: null, h: null, places: [place] }, [[0, 0, 120, 80]]],
  ['nothing, once its spot is gone', { places: [{ ...place, state: 'gone' }] }, undefined],
  ['nothing, on the whole design', { places: [{ ...place, kind: 'design' }] }, undefined],
])('on another version, strokes scale with %s', (_what, change, expected) =>
  expect(spotOn({ ...comment, ...change }, two, [one, two]).strokes).toEqual(expected),
)
