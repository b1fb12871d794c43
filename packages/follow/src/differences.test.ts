import sharp from 'sharp'
import { expect, test } from 'vitest'
import { articlePage, designButton, designPage, paragraphs } from '../test/drawn-pages'
import { overlaps } from './change'
import { changesBetween, differencesBetween } from './differences'
import type { Picture } from './picture'

/** The picture as a file of another kind or size, and back. */
async function redrawn({ data, width, height, channels }: Picture, how: { jpeg?: boolean; scale?: number }) {
  const drawn = sharp(data, { raw: { width, height, channels } })
  const resized = how.scale ? drawn.resize({ width: Math.round(width * how.scale) }) : drawn
  const file = await (how.jpeg ? resized.jpeg({ quality: 85 }) : resized.png()).toBuffer()
  const { data: pixels, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(pixels), width: info.width, height: info.height, channels: 3 as const }
}

test.each([1, 2, 300])('a page that is %d px lower as a whole differs in nothing', async (lower) => {
  expect(differencesBetween(await designPage(), await designPage({ lower }))).toEqual([])
})

test.each([{ jpeg: true }, { scale: 2 }, { scale: 0.5 }, { scale: 1.5, jpeg: true }])(
  'the same page as another file differs in nothing: %j',
  async (how) => {
    const page = await designPage()

    expect(differencesBetween(page, await redrawn(page, how))).toEqual([])
  },
)

test.each([
  [0, 8],
  [0, 40],
  [12, 0],
  [60, 0],
  [-3, 0],
])('a button that moved by %d, %d px is one difference with its shift', async (x, y) => {
  const button = { ...designButton, x: designButton.x + x, y: designButton.y + y }

  const found = differencesBetween(await designPage(), await designPage({ button }))

  expect(found).toMatchObject([{ kind: 'moved', size: { w: 0, h: 0 }, colour: null }])
  expect(Math.abs((found[0]?.shift?.x ?? NaN) - x)).toBeLessThanOrEqual(1)
  expect(Math.abs((found[0]?.shift?.y ?? NaN) - y)).toBeLessThanOrEqual(1)
})

test('a button of another size and colour has both measures, and none of its neighbours is listed', async () => {
  const button = { ...designButton, w: designButton.w + 24, h: designButton.h + 10, fill: '#c2410c' }

  const found = differencesBetween(await designPage(), await designPage({ button }))

  expect(found).toMatchObject([{ kind: 'changed' }])
  expect(Math.abs((found[0]?.size?.w ?? NaN) - 24)).toBeLessThanOrEqual(1)
  expect(Math.abs((found[0]?.size?.h ?? NaN) - 10)).toBeLessThanOrEqual(1)
  // CIEDE2000 of #1a56db and #c2410c.
  expect(found[0]?.colour).toBeGreaterThan(40)
})

test.each([
  [60, 0],
  [-60, 0],
  [0, 30],
])('a button that grew by %d, %d px in its colour has its size, and begins where it began', async (w, h) => {
  const button = { ...designButton, w: designButton.w + w, h: designButton.h + h }

  const found = differencesBetween(await designPage(), await designPage({ button }))

  expect(found).toMatchObject([{ kind: 'changed', shift: { x: 0, y: 0 }, colour: null }])
  expect(Math.abs((found[0]?.size?.w ?? NaN) - w)).toBeLessThanOrEqual(1)
  expect(Math.abs((found[0]?.size?.h ?? NaN) - h)).toBeLessThanOrEqual(1)
})

test('a button whose two ends differ is listed once', async () => {
  const wider = { ...designButton, x: designButton.x - 30, w: designButton.w + 60 }

  const found = differencesBetween(await designPage(), await designPage({ button: wider }))

  expect(found).toMatchObject([{ kind: 'changed', shift: { x: -30, y: 0 }, size: { w: 60, h: 0 } }])
})

test('a heading of another ink has the distance of the inks', async () => {
  const found = differencesBetween(await designPage(), await designPage({ ink: '#b91c1c' }))

  expect(found.length).toBeGreaterThan(0)
  for (const { kind, shift, colour } of found) {
    expect(kind).toBe('changed')
    expect(shift).toEqual({ x: 0, y: 0 })
    expect(colour).toBeGreaterThan(20)
  }
})

test('words all over a page in a slightly different ink are listed', async () => {
  const found = differencesBetween(await articlePage([], '#b91c1c'), await articlePage([], '#d9480f'))

  for (const paragraph of paragraphs)
    expect(found.some(({ before }) => before && overlaps(before, paragraph))).toBe(true)
  for (const { kind, colour } of found) expect([kind, (colour ?? 0) > 5]).toEqual(['changed', true])
})

test.each([0, 240])(
  'small letters of another ink are a change of a version, %d px lower',
  async (inserted) => {
    const [was, is] = await Promise.all([
      designPage({ note: '#20242b' }),
      designPage({ note: '#2e7d32', inserted }),
    ])

    const changes = changesBetween(was, is)

    const ofNote = changes.filter(({ before }) => before && before.y > 900)
    expect(ofNote).toMatchObject([{ kind: 'changed', before: { x: 120 }, after: { x: 120 } }])
    expect(ofNote[0]?.after?.y).toBe((ofNote[0]?.before?.y ?? 0) + inserted)
    expect(changes).toHaveLength(inserted > 0 ? 2 : 1)
  },
)

test('below an inserted block, only the block is listed, and a moved button has its own shift', async () => {
  const design = await designPage()
  const [pushed, moved] = [{ inserted: 140 }, { ...designButton, x: designButton.x + 60 }]

  const onlyBlock = differencesBetween(design, await designPage(pushed))
  const both = differencesBetween(design, await designPage({ ...pushed, button: moved }))

  expect(onlyBlock.map(({ kind }) => kind)).toEqual(['added'])
  expect(both.map(({ kind }) => kind)).toEqual(['added', 'moved'])
  expect(both[1]?.shift).toEqual({ x: 60, y: 0 })
})

test('a missing block is listed as such beside a button that was built in another way', async () => {
  const button = { ...designButton, w: designButton.w + 82, fill: '#15803d' }

  const found = differencesBetween(await designPage({ inserted: 140 }), await designPage({ button }))

  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'removed'])
  expect(found.find(({ kind }) => kind === 'changed')?.size).toEqual({ w: 82, h: 0 })
})

test('a wider space above a section is listed once, with how much wider it is', async () => {
  const found = differencesBetween(await designPage(), await designPage({ space: 24 }))

  expect(found).toMatchObject([{ kind: 'moved', shift: { x: 0, y: 24 }, size: { w: 0, h: 0 } }])
  expect(found[0]?.before?.y).toBeGreaterThan(600)
})

test('measures of a design at 2x are in CSS pixels, and its areas in its own', async () => {
  const design = await redrawn(await designPage(), { scale: 2 })
  const button = { ...designButton, w: designButton.w + 40, fill: '#c2410c' }

  const found = differencesBetween(design, await designPage({ button }))

  expect(found).toMatchObject([{ kind: 'changed' }])
  expect(Math.abs((found[0]?.size?.w ?? NaN) - 40)).toBeLessThanOrEqual(1)
  expect(Math.abs((found[0]?.before?.x ?? NaN) - 2 * designButton.x)).toBeLessThanOrEqual(2)
  expect(Math.abs((found[0]?.after?.x ?? NaN) - designButton.x)).toBeLessThanOrEqual(1)
})
