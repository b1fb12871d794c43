import { expect, test } from 'vitest'
import { tellPages } from './tell-pages'

test('requests are served while many pages are told something', async () => {
  const pages = Array.from({ length: 1_000 }, (_, at) => at)
  const told: number[] = []
  const toldBefore = new Promise<number>((served) => setImmediate(() => served(told.length)))
  await tellPages(pages, (page) => void told.push(page))
  expect(told).toEqual(pages)
  expect(await toldBefore).toBeLessThan(pages.length / 2)
})
