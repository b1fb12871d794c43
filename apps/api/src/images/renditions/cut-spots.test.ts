import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { cutSize } from './cut-spots'
import { cutSpots, stopRenderer } from './render'

afterAll(() => stopRenderer())

const waiter = { account: 'someone', network: 'somewhere' }

/** The rounded colour of a pixel, because a JPEG is never exact. */
async function colourIn(cut: Buffer | undefined, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(cut).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  const steps = [...data.subarray(at, at + 3)].map((value) => Math.round(value / 64))
  return steps.join(' ')
}
/** A blue design with a red square. */
async function designOf(width: number, height: number, square: { left: number; top: number; size: number }) {
  const { left, top, size } = square
  const red = { create: { width: size, height: size, channels: 3, background: '#f00' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#00f' } })
    .composite([{ input: await sharp(red).png().toBuffer(), left, top }])
    .png()
    .toBuffer()
}
const blue = '0 0 4'
const red = '4 0 0'
const grey = '3 3 3'

test('a spot is cut out with it in the middle, and shifted inside at an edge', async () => {
  const design = await designOf(1440, 3200, { left: 700, top: 1500, size: 40 })
  const [middle, corner] = await cutSpots(
    design,
    [
      { x: 720, y: 1520 },
      { x: 1440, y: 0 },
    ],
    waiter,
  )

  expect(await sharp(middle).metadata()).toMatchObject({ format: 'jpeg', ...cutSize })
  expect(await colourIn(middle, 144, 108)).toBe(red)
  expect(await colourIn(middle, 20, 20)).toBe(blue)
  // The ring is at the spot, and blue fills the rest: nothing beyond the edge is visible.
  expect(await colourIn(corner, 5, 210)).toBe(blue)
  expect(await colourIn(corner, 286, 210)).toBe(blue)
})

test('a region is shown completely, and a design smaller than the cut is shown on the table', async () => {
  const wide = await designOf(1440, 900, { left: 0, top: 0, size: 1 })
  const [region] = await cutSpots(wide, [{ x: 200, y: 100, w: 1000, h: 300 }], waiter)
  expect(await colourIn(region, 144, 108)).toBe(blue)

  const icon = await designOf(48, 48, { left: 0, top: 0, size: 1 })
  const [small] = await cutSpots(icon, [{ x: 24, y: 24 }], waiter)
  expect(await colourIn(small, 144, 108)).toBe(blue)
  expect(await colourIn(small, 4, 108)).toBe(grey)
  expect(await colourIn(small, 144, 4)).toBe(grey)
})

test('a complete picture is shown on the table, without a mark', async () => {
  const tall = await designOf(200, 800, { left: 90, top: 390, size: 20 })
  const [cut] = await cutSpots(tall, ['whole'], waiter)
  expect(await sharp(cut).metadata()).toMatchObject({ format: 'jpeg', ...cutSize })
  expect(await colourIn(cut, 5, 108)).toBe(grey)
  expect(await colourIn(cut, 144, 5)).toBe(blue)
  expect(await colourIn(cut, 144, 108)).toBe(red)
})

test.each([
  [1125, 1100],
  [1375, 1300],
])('a spot at the right and lower edge of %d x %d pixels is cut out', async (width, height) => {
  const design = await designOf(width, height, { left: width - 40, top: height - 40, size: 40 })
  const [cut] = await cutSpots(design, [{ x: width, y: height }], waiter)
  expect(await sharp(cut).metadata()).toMatchObject({ format: 'jpeg', ...cutSize })
  expect(await colourIn(cut, 5, 5)).toBe(blue)
})

test('strokes are drawn in the cut, instead of the frame of the region that bounds them', async () => {
  const design = await designOf(1440, 900, { left: 0, top: 0, size: 1 })
  const spot = { x: 500, y: 300, w: 200, h: 100 }
  const [framed, drawn] = await cutSpots(
    design,
    [spot, { ...spot, strokes: [[0, 0, 100, 50, 200, 100]] }],
    waiter,
  )
  // The middle of the line, and the upper right corner of the region.
  expect(await colourIn(framed, 144, 108)).toBe(blue)
  expect(await colourIn(drawn, 144, 108)).toMatch(/^[34] [12] [01]$/)
  const scale = cutSize.width / (1440 * 0.22)
  const corner = [Math.round(144 + 100 * scale), Math.round(108 - 50 * scale)] as const
  expect(await colourIn(framed, ...corner)).not.toBe(blue)
  expect(await colourIn(drawn, ...corner)).toBe(blue)
})
