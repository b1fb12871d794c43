import type { Difference } from '@pinmark/shared/entities/comparison'
import { expect, test } from 'vitest'
import { commentOn, measuresOf } from './measures'

const area = { x: 40, y: 120, w: 80, h: 40 }
const same: Difference = {
  ...{ kind: 'changed', before: area, after: area, colour: null, words: null },
  ...{ shift: { x: 0, y: 0 }, size: { w: 0, h: 0 } },
}

test.each<[string, Partial<Difference>, string]>([
  ['nothing', {}, ''],
  ['less than half a pixel', { shift: { x: 0.4, y: -0.4 } }, ''],
  ['a place lower and to the left', { shift: { x: -3, y: 12 } }, '12 px lower, 3 px further left'],
  ['a place higher and to the right', { shift: { x: 3, y: -12 } }, '12 px higher, 3 px further right'],
  ['a wider and shorter part', { size: { w: 4, h: -2.6 } }, '4 px wider, 3 px shorter'],
  ['another colour', { colour: 8.2 }, 'colour off by 8'],
  ['a part on one side', { shift: null, size: null }, ''],
])('%s is said in plain words', (_case, difference, words) => {
  expect(measuresOf({ ...same, ...difference })).toBe(words)
})

test.each<[string, Partial<Difference>, string]>([
  ['measures', { shift: { x: 0, y: 12 } }, 'In the build: 12 px lower. '],
  [
    'words',
    { shift: { x: 0, y: 12 }, words: { before: 'Buy tickets', after: 'Get tickets' } },
    'In the build: 12 px lower, “Buy tickets” → “Get tickets”. ',
  ],
  ['no measure', {}, 'Looks different. '],
  ['a missing part', { kind: 'removed', after: null, shift: null, size: null }, 'Missing in the build. '],
])('a comment on a difference begins with %s', (_case, difference, words) => {
  expect(commentOn({ ...same, ...difference })).toBe(words)
})
