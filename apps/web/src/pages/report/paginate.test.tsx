import { expect, test } from 'vitest'
import { givenComment, givenReply } from '../../../test/comment-page'
import { leansOf, layOutDesign, layOutRows, paperScale, sliceDesign, sliceOf } from './paginate'
import { blocksOf, joinParts } from './report-content'

const at = (y: number | null) => ({ spot: { point: y === null ? null : { x: 1, y }, region: null } })

test('a tall design is cut into parts that overlap by 40 px of paper and end at its bottom', () => {
  const slices = sliceDesign({ width: 860, height: 4_000 }, 880)
  expect(slices).toEqual([
    { top: 0, bottom: 1_760 },
    { top: 1_680, bottom: 3_440 },
    { top: 3_360, bottom: 4_000 },
  ])
  expect(sliceDesign({ width: 200, height: 880 }, 880)).toEqual([{ top: 0, bottom: 880 }])
  expect([null, 0, 1_719, 1_720, 3_500, 4_000].map((y) => sliceOf(at(y), slices))).toEqual([0, 0, 0, 1, 2, 2])
})

test('a design that is slightly higher than a sheet is reduced instead of cut', () => {
  expect(sliceDesign({ width: 1_440, height: 3_200 }, 813)).toEqual([{ top: 0, bottom: 3_200 }])
  expect(sliceDesign({ width: 1_170, height: 2_532 }, 879)).toEqual([{ top: 0, bottom: 2_532 }])
  expect(sliceDesign({ width: 1_440, height: 3_800 }, 813)).toHaveLength(2)
  expect(paperScale({ width: 1_440, height: 3_200 }, 813) * 3_200).toBeLessThanOrEqual(813.01)
  expect(paperScale({ width: 1_440, height: 3_800 }, 813)).toBe(430 / 1_440)
})

test('parts of a text on one sheet flow as they were written', () => {
  const text = `${'A sentence of some words. '.repeat(30).trim()}\n\n${'The second paragraph. '.repeat(30).trim()}`
  const comment = givenComment({ text })
  const blocks = blocksOf({ ...comment, replies: [givenReply(comment, { text })] }, true)
  expect(blocks.length).toBeGreaterThan(4)
  expect(joinParts(blocks).map((block) => [block.kind, block.text])).toEqual([
    ['head', text],
    ['reply', text],
  ])
})

test('comments are beside their part of the design, unsplit if they fit, and none is lost', () => {
  const slices = sliceDesign({ width: 430, height: 1_200 }, 880)
  const threads = [
    { slice: 0, heights: [500] },
    { slice: 0, heights: [300, 100] },
    { slice: 1, heights: [400, 400, 400] },
    { slice: 1, heights: [50] },
  ]
  expect(layOutDesign(slices, threads, 880).map(({ slice, portions }) => [slice.top, portions])).toEqual([
    [0, [{ thread: 0, from: 0, to: 1 }]],
    [0, [{ thread: 1, from: 0, to: 2 }]],
    [840, [{ thread: 2, from: 0, to: 2 }]],
    [
      840,
      [
        { thread: 2, from: 2, to: 3 },
        { thread: 3, from: 0, to: 1 },
      ],
    ],
  ])
})

test('a design without comments has its pages too', () => {
  expect(layOutDesign(sliceDesign({ width: 430, height: 1_200 }, 880), [], 880)).toHaveLength(2)
})

test('rows continue on the next page when one is full', () => {
  expect(layOutRows([100, 52, 52, 52], 200)).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 4 },
  ])
})

test('a long text is cut between lines, sentences or words, and loses only the space there', () => {
  const texts = [
    'short',
    'A sentence of some words. '.repeat(100),
    'word '.repeat(1_000),
    'a\n'.repeat(200),
    '🎉'.repeat(2_000),
    `${'x'.repeat(299)}\n\n  ${'y'.repeat(299)}`,
  ]
  for (const text of texts) {
    const blocks = blocksOf({ _id: 'a', commenter: 'Ana', text, replies: [] }, true)
    const parts = blocks.map((block) => block.text)
    expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    expect(joinParts(blocks).map((block) => block.text)).toEqual([parts.join('')])
    expect(Math.max(...parts.map((part) => part.trimEnd().length))).toBeLessThanOrEqual(300)
    expect(Math.max(...parts.map((part) => part.split('\n').length))).toBeLessThanOrEqual(10)
    expect(parts.every((part) => part.isWellFormed())).toBe(true)
  }
})

test('the pins of one spot lean apart, so that each is seen', () => {
  const tips = [10, 12, 200, 11].map((left) => ({ left, top: 40 }))

  expect(leansOf(tips)).toEqual([0, 1, 0, 2])
})
