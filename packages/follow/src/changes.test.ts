import { expect, test } from 'vitest'
import { givenPage, tinted, withBand } from '../test/given-page'
import { changesBetween } from './differences'

const [width, height] = [640, 900]
const cards = [80, 260, 440, 620].map((y, at) => ({ y, seed: at + 1 }))

test('nothing is listed between equal pictures', () => {
  const page = givenPage(width, height, cards)

  expect(changesBetween(page, page)).toEqual([])
})

test('what is inserted is listed as added, and what it pushed down is not', () => {
  const before = givenPage(width, height, cards)
  const pushed = cards.slice(1).map(({ y, seed }) => ({ y: y + 140, seed }))
  const after = givenPage(width, height + 140, [{ y: 80, seed: 1 }, { y: 230, seed: 9 }, ...pushed])

  const changes = changesBetween(before, after)

  expect(changes.map(({ kind }) => kind)).toEqual(['added'])
  expect(changes[0]?.before).toBeNull()
  expect(Math.abs((changes[0]?.after?.y ?? 0) - 230)).toBeLessThanOrEqual(16)
})

test('a part with other content is listed as changed, with its place in both', () => {
  const before = givenPage(width, height, cards)
  const after = givenPage(width, height, [...cards.slice(0, 2), { y: 440, seed: 7 }, ...cards.slice(3)])

  const changes = changesBetween(before, after)

  expect(changes.map(({ kind }) => kind)).toEqual(['changed'])
  expect(Math.abs((changes[0]?.before?.y ?? 0) - 440)).toBeLessThanOrEqual(16)
})

test('parts that changed their order are listed as moved', () => {
  const before = givenPage(width, height, cards)
  const after = givenPage(width, height, [
    { y: 80, seed: 1 },
    { y: 260, seed: 3 },
    { y: 440, seed: 2 },
    { y: 620, seed: 4 },
  ])

  expect(changesBetween(before, after).map(({ kind }) => kind)).toContain('moved')
})

test('a row that was removed is listed with what the next row has as well', () => {
  const row = (y: number, seed: number) => [
    { y, seed, left: 40, right: 300 },
    { y, seed: 77, left: 480, right: 600 },
  ]
  const seeds = [1, 2, 3, 4, 5, 6]
  const rowsOf = (kept: number[]) =>
    givenPage(
      width,
      height,
      kept.flatMap((seed, at) => row(60 + at * 130, seed)),
    )

  const changes = changesBetween(rowsOf(seeds), rowsOf(seeds.filter((seed) => seed !== 3)))

  const isCovered = (x: number, y: number) =>
    changes.some(
      ({ before: area }) => area && x >= area.x && x < area.x + area.w && y >= area.y && y < area.y + area.h,
    )
  expect(changes.map(({ kind }) => kind)).not.toContain('added')
  expect(isCovered(100, 350)).toBe(true)
  expect(isCovered(540, 350)).toBe(true)
  expect(isCovered(540, 220)).toBe(false)
  expect(isCovered(540, 480)).toBe(false)
})

const [above, below] = [cards.slice(0, 2), cards.slice(2)]
const pushedBy = (by: number) => [...above, ...below.map(({ y, seed }) => ({ y: y + by, seed }))]

test('a plain band of another colour is listed as added, and as removed', () => {
  const without = givenPage(width, height, cards)
  const band = withBand(givenPage(width, height + 120, pushedBy(120)), 392, 120, 150)

  const [added, ...others] = changesBetween(without, band)
  const removed = changesBetween(band, without)

  expect(added?.kind).toBe('added')
  expect(Math.abs((added?.after?.y ?? 0) - 392)).toBeLessThanOrEqual(16)
  expect(Math.abs((added?.after?.h ?? 0) - 120)).toBeLessThanOrEqual(32)
  expect(others).toEqual([])
  expect(removed.map(({ kind }) => kind)).toEqual(['removed'])
})

test('a wider gap is not listed, on paper or on the ground of a section', () => {
  const section = (from: number, to: number, page: ReturnType<typeof givenPage>) => {
    const data = page.data.map((value, at) => {
      const y = Math.floor(at / page.width)
      return y >= from && y < to && value === 255 ? 225 : value
    })
    return { ...page, data }
  }
  const page = givenPage(width, height, cards)
  const wider = givenPage(width, height + 160, pushedBy(160))

  expect(changesBetween(page, wider)).toEqual([])
  expect(changesBetween(section(230, 560, page), section(230, 720, wider))).toEqual([])
})

test('a picture of one colour that gets another one has changed as a whole', () => {
  const [white, black] = [255, 0].map((shade) => withBand(givenPage(width, height, []), 0, height, shade))
  if (!white || !black) throw new Error('There are two pages.')

  expect(changesBetween(white, black)).toMatchObject([{ kind: 'changed' }])
  expect(changesBetween(black, white)).toMatchObject([{ kind: 'changed' }])
  expect(changesBetween(white, black)[0]?.after?.w).toBeGreaterThan(width - 32)
})

test('a row that was removed is listed as one area, with all of its cells', () => {
  const row = (y: number, seed: number) => [
    { y, seed, left: 40, right: 140 },
    { y, seed: 77, left: 240, right: 300 },
    { y, seed: 78, left: 520, right: 600 },
  ]
  const rowsOf = (seeds: number[]) =>
    givenPage(
      width,
      height,
      seeds.flatMap((seed, at) => row(60 + at * 130, seed)),
    )

  const changes = changesBetween(rowsOf([1, 2, 3, 4, 5, 6]), rowsOf([1, 2, 4, 5, 6]))

  expect(changes.map(({ kind }) => kind)).toEqual(['removed'])
  const { x = 0, w = 0, y = 0 } = changes[0]?.before ?? {}
  expect(x).toBeLessThanOrEqual(40)
  expect(x + w).toBeGreaterThanOrEqual(590)
  expect(Math.abs(y - 320)).toBeLessThanOrEqual(16)
})

test.each([
  ['with writing', { x: 0, y: 430, w: width, h: 100 }],
  ['without', { x: 0, y: 712, w: width, h: 160 }],
])('a band %s that has another colour of the same luminance is listed as changed', (_what, band) => {
  const page = givenPage(width, height, cards)
  const [green, pink] = [
    [200, 250, 200],
    [250, 222, 245],
  ]

  const changes = changesBetween(tinted(page, band, green), tinted(page, band, pink))

  expect(changes.map(({ kind }) => kind)).toEqual(['changed'])
  expect(Math.abs((changes[0]?.after?.y ?? 0) - band.y)).toBeLessThanOrEqual(16)
  expect(changes[0]?.after?.h).toBeGreaterThan(band.h - 32)
})
