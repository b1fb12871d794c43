import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { noisePng } from '../../../test/sample-images'
import { followPlaces, listChanges, stopRenderer } from './render'

afterAll(() => stopRenderer())

const waiter = { account: 'someone', network: 'somewhere' }

/** The same picture with a black square in the right half only. */
async function marked(source: Buffer): Promise<Buffer> {
  const square = { create: { width: 64, height: 64, channels: 3 as const, background: '#000000' } }
  return sharp(source)
    .composite([{ input: square, left: 230, top: 60 }])
    .png()
    .toBuffer()
}

test('the worker finds places again and marks the one that was painted over', async () => {
  const before = await noisePng(320, 200)
  const after = await marked(before)

  const places = await followPlaces(
    before,
    after,
    [
      { x: 60, y: 90, w: 40, h: 20 },
      { x: 262, y: 92 },
    ],
    waiter,
  )

  expect(places[0]).toEqual({ x: 60, y: 90, w: 40, h: 20, state: 'followed' })
  expect(places[1]?.state).not.toBe('followed')
})

test('the worker lists the changes and the rows that both images have, and no changes between equal images', async () => {
  const before = await noisePng(320, 200)

  const whole = { y: 0, h: 200 }
  expect(await listChanges(before, before, waiter)).toEqual({
    changes: [],
    runs: [{ before: whole, after: whole }],
  })
  const other = await listChanges(before, await marked(before), waiter)
  expect(other.changes).not.toEqual([])
  expect(other.runs).toContainEqual({ before: { y: 124, h: 76 }, after: { y: 124, h: 76 } })
})

test('a file that is not an image is refused before the comparison', async () => {
  const image = await noisePng(32, 32)

  const outcome = followPlaces(image, Buffer.from('no image at all'), [], waiter)

  await expect(outcome).rejects.toMatchObject({ code: 'image_not_supported' })
})
