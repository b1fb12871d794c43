import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { pdfOf } from '@pinmark/testbed/test-pdf'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { renderImage, stopRenderer } from './render'

afterAll(() => stopRenderer())

const waiter = { account: 'someone', network: 'somewhere' }
const read = async (upload: Buffer, options = {}) =>
  (await renderImage(upload, waiter, { isDesign: true, ...options })).lines
const textsOf = (lines: readonly DesignLine[]) => lines.map(({ text }) => text)

interface Cell {
  word: string
  x: number
  y: number
  w: number
  h: number
}

/** The edges of the dark pixels in a cell of a picture, in its pixels. */
async function inkIn(picture: Buffer, { x, y, w, h }: Cell): Promise<number[]> {
  const cut = sharp(picture).extract({ left: x, top: y, width: w, height: h }).greyscale()
  const { data } = await cut.raw().toBuffer({ resolveWithObject: true })
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128)
  const [across, down] = [dark.map((at) => at % w), dark.map((at) => Math.floor(at / w))]
  return [
    x + Math.min(...across),
    y + Math.min(...down),
    x + Math.max(...across) + 1,
    y + Math.max(...down) + 1,
  ]
}

test.each([
  ['upright', ''],
  ['turned by 90 degrees', '/Rotate 90'],
  ['cropped', '/CropBox [20 30 580 760]'],
])('99 % of the words of a PDF are within 4 px of their place: %s', async (_case, page) => {
  const [columns, rows, width, height] = [5, 30, 600, 780]
  const sizes = [6, 8, 9, 10, 12, 14, 16, 18]
  const words = Array.from({ length: columns * rows }, (_, at) => ({
    word: `${['Apply', 'gently', 'Kitchen', 'Waltz', '48,90'][at % 5]}${at}`,
    size: sizes[at % sizes.length] ?? 10,
    x: 30 + (at % columns) * 110,
    y: height - 55 - Math.floor(at / columns) * 23,
  }))
  const content = words
    .map(({ word, size, x, y }) => `BT /F ${size} Tf ${x} ${y} Td (${word}) Tj ET`)
    .join('\n')
  const { lines, files } = await renderImage(pdfOf([{ width, height, content }], { page }), waiter)

  const picture = files.original.bytes
  const near = await Promise.all(
    words.map(async ({ word, x, y }) => {
      const line = lines.find(({ text }) => text === word)
      if (!line) return false
      const pagePlace = { x: x - 4, y: height - y - 17, w: 106, h: 23 }
      const cell =
        page === ''
          ? pagePlace
          : page.startsWith('/Rotate')
            ? { x: height - pagePlace.y - 23, y: pagePlace.x, w: 23, h: 106 }
            : { ...pagePlace, x: pagePlace.x - 20, y: pagePlace.y - 20 }
      const ink = await inkIn(picture, {
        word,
        ...{ x: 2 * cell.x, y: 2 * cell.y, w: 2 * cell.w, h: 2 * cell.h },
      })
      const [left = 0, top = 0, w = 0, h = 0] = line.box

      return [left, top, left + w, top + h].every((edge, at) => Math.abs(edge - (ink[at] ?? -9)) <= 4)
    }),
  )

  expect(near.filter(Boolean).length).toBeGreaterThanOrEqual(0.99 * words.length)
})

test('words on one line of a PDF are one line, and columns are lines of their own', async () => {
  const content =
    'BT /F 12 Tf 20 60 Td (Buy your ) Tj (tickets) Tj 150 0 Td (48.00) Tj -150 -30 Td (Second line) Tj ET'
  const pdf = pdfOf([{ width: 300, height: 100, content }])

  expect(textsOf(await read(pdf))).toEqual(['Buy your tickets', '48.00', 'Second line'])
})

test('text that a PDF covers, hides or prints in the colour of the page is not read', async () => {
  const content = [
    'BT /F 12 Tf 20 80 Td (Shown) Tj ET',
    'BT /F 12 Tf 20 60 Td (Covered) Tj ET 0 g 18 56 60 16 re f',
    'BT 1 g /F 12 Tf 20 40 Td (White) Tj ET',
    'BT 0 g 3 Tr /F 12 Tf 20 20 Td (Invisible) Tj ET',
    'BT 0 Tr /F 12 Tf 400 20 Td (Outside) Tj ET',
  ].join('\n')

  expect(textsOf(await read(pdfOf([{ width: 300, height: 100, content }])))).toEqual(['Shown'])
})

const svgOf = (content: string, attributes = 'width="200" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

test('the text of an SVG is read with its place, through groups, style sheets and parts of a text', async () => {
  const svg = svgOf(
    `<style>.big { font-size: 20px; text-anchor: middle }</style>
     <title>Not shown</title><defs><text y="20">Nor this</text></defs>
     <g transform="translate(10 10) scale(2)"><text x="5" y="15" font-size="8">Tom &amp; <tspan font-weight="bold">Ana</tspan></text></g>
     <text class="big" x="100" y="70">Centred</text>
     <text x="10" y="85" style="font-size:8px">First<tspan x="10" dy="10">Second</tspan></text>
     <text x="10" y="50" display="none">Hidden</text><text x="150" y="20" fill="none">Nothing</text>`,
  )
  const lines = await read(svg)

  expect(textsOf(lines)).toEqual(['Tom & Ana', 'Centred', 'First', 'Second'])
  expect(lines.every(({ source }) => source === 'svg')).toBe(true)
  const [tom, centred] = lines.map(({ box: [x = 0, y = 0, w = 0, h = 0] }) => ({
    x,
    y,
    right: x + w,
    bottom: y + h,
  }))
  expect(tom?.x).toBe(40)
  expect(tom?.bottom).toBeGreaterThan(80)
  expect(tom?.y).toBeLessThan(60)
  expect(((centred?.x ?? 0) + (centred?.right ?? 0)) / 2).toBeCloseTo(200, 0)
})

test('the view box of an SVG places its text, also in the picture that the browser has drawn', async () => {
  const svg = svgOf(
    '<text x="110" y="120" font-size="20">Hello</text>',
    'viewBox="100 100 100 50" width="200" height="100"',
  )
  const drawn = await sharp(svg, { density: 144 }).png().toBuffer()

  const [here, there] = [await read(svg), await read(svg, { drawn })]
  expect(textsOf(here)).toEqual(['Hello'])
  expect(here[0]?.box.slice(0, 2)).toEqual([40, 16])
  expect(there).toEqual(here)
})

test('a picture without known text has no lines', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await read(png)).toEqual([])
})
