import { expect, test } from 'vitest'
import { sendToPages } from './send-to-pages'

test('requests are served while many pages receive an event', async () => {
  const pages = Array.from({ length: 1_000 }, (_, at) => at)
  const told: number[] = []
  const toldBefore = new Promise<number>((served) => setImmediate(() => served(told.length)))
  await sendToPages(pages, (page) => void told.push(page))
  expect(told).toEqual(pages)
  expect(await toldBefore).toBeLessThan(pages.length / 2)
})

test('requests are served between pages that each take long', async () => {
  const told: number[] = []
  const toldBefore = new Promise<number>((served) => setImmediate(() => served(told.length)))
  await sendToPages([1, 2, 3, 4], (page) => {
    const busyUntil = performance.now() + 20
    while (performance.now() < busyUntil) continue
    told.push(page)
  })
  expect(told).toEqual([1, 2, 3, 4])
  expect(await toldBefore).toBe(1)
})
