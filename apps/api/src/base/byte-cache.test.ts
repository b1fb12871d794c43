import { expect, test } from 'vitest'
import { byteCache } from './budgets'

/** How many of four entries are kept whose parts have these lengths. */
function keptOf({ key = 0, bytes = 0, text = 0 }: { key?: number; bytes?: number; text?: number }): number {
  const cache = byteCache<{ bytes: Buffer; text: string }>(25_000)
  const keys = ['a', 'b', 'c', 'd'].map((name) => name + 'x'.repeat(key))
  for (const name of keys) cache.set(name, { bytes: Buffer.alloc(bytes), text: 'x'.repeat(text) })
  return keys.filter((name) => cache.get(name)).length
}

test.each([
  ['bytes', { bytes: 10_000 }],
  // Two bytes for each character.
  ['texts', { text: 5_000 }],
  ['keys', { key: 10_000 }],
])('a cache keeps as many %s as its limit allows', (_what, sizes) => {
  expect(keptOf(sizes)).toBe(2)
  expect(keptOf({})).toBe(4)
})

test('the least recently used entry goes first, and gives back its room', () => {
  const cache = byteCache(25_000)
  const entry = { bytes: Buffer.alloc(10_000) }
  cache.set('a', entry)
  cache.set('b', entry)
  cache.get('a')
  cache.set('c', entry)

  expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual(['a', 'c'])
})
