import { differenceSchema } from '@pinmark/shared/entities/comparison'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { noisePng } from '../../test/sample-images'
import { differencesOf } from './comparisons.service'
import { stopRenderer } from '../images/renditions/render'

afterAll(() => stopRenderer())

const waiter = { account: 'someone', network: 'somewhere' }
const noLines = { design: [], build: [] }
const button = { x: 200, y: 260, w: 160, h: 48, fill: '#1a56db' }

/** A photo and a button on white. */
async function pageWith({ x, y, w, h, fill }: typeof button): Promise<Buffer> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="${fill}"/></svg>`
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#ffffff' } })
    .composite([
      { input: await noisePng(320, 160), left: 40, top: 40 },
      { input: Buffer.from(drawn), left: x, top: y },
    ])
    .png()
    .toBuffer()
}

const lineOf = (text: string, box: number[]): DesignLine => ({ text, box, source: 'capture' })

test('a button that was built wider and in another colour has its measures and the words of both', async () => {
  const [design, build] = [await pageWith(button), await pageWith({ ...button, w: 190, fill: '#c2410c' })]
  const lines = {
    design: [lineOf('Harbour', [40, 40, 320, 160]), lineOf('Book', [230, 270, 90, 24])],
    build: [lineOf('Harbour', [40, 40, 320, 160]), lineOf('Reserve', [230, 270, 120, 24])],
  }

  const { changes: found } = await differencesOf(design, build, { waiter, lines })

  expect(found).toMatchObject([
    {
      ...{ kind: 'changed', shift: { x: 0, y: 0 }, size: { w: 30, h: 0 } },
      words: { before: 'Book', after: 'Reserve' },
    },
  ])
  expect(found[0]?.colour).toBeGreaterThan(40)
  expect(found.map((difference) => differenceSchema.parse(difference))).toEqual(found)
})

test('a design and its build that look the same have no differences, and a missing button has one', async () => {
  const design = await pageWith(button)
  const without = await pageWith({ ...button, fill: '#ffffff' })

  const differ = (build: Buffer) => differencesOf(design, build, { waiter, lines: noLines })
  expect(await differ(design)).toMatchObject({ changes: [], runs: [{ before: { y: 0, h: 480 } }] })
  const missing = { kind: 'removed', before: { x: 200, y: 260, w: 160, h: 48 }, after: null, words: null }
  expect(await differ(without)).toMatchObject({ changes: [missing] })
})

test('a build that is not an image is refused', async () => {
  const outcome = differencesOf(await pageWith(button), Buffer.from('no image'), { waiter, lines: noLines })

  await expect(outcome).rejects.toMatchObject({ code: 'image_not_supported' })
})
