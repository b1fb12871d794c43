import { expect, test } from 'vitest'
import { Coalescer } from './coalescer'

const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value }) as const

/** A coalescer whose work waits for `settle`, and records its batches. */
function givenCoalescer(maxSize = 100) {
  const seen: string[][] = []
  const goOn: (() => void)[] = []
  const coalescer = new Coalescer<string, string>(maxSize, async (items) => {
    seen.push([...items])
    await new Promise<void>((resolve) => goOn.push(resolve))
    return items.map((item) =>
      item === 'bad' ? { status: 'rejected', reason: new Error('bad item') } : fulfilled(item.toUpperCase()),
    )
  })
  const settle = async () => {
    goOn.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { coalescer, seen, settle }
}

test('the first item runs alone and at once; those that arrive meanwhile run together', async () => {
  const { coalescer, seen, settle } = givenCoalescer()
  const results = Promise.all(['a', 'b', 'c'].map((item) => coalescer.add('key', item)))
  expect(seen).toEqual([['a']])
  await settle()
  expect(seen).toEqual([['a'], ['b', 'c']])
  await settle()
  expect(await results).toEqual(['A', 'B', 'C'])
})

test('keys do not wait for each other, and a finished key can start again', async () => {
  const { coalescer, seen, settle } = givenCoalescer()
  const both = [coalescer.add('one', 'a'), coalescer.add('two', 'b')]
  expect(seen).toEqual([['a'], ['b']])
  await settle()
  await settle()
  await Promise.all(both)
  const again = coalescer.add('one', 'c')
  expect(seen.at(-1)).toEqual(['c'])
  await settle()
  expect(await again).toBe('C')
})

test('a batch never exceeds its limit', async () => {
  const { coalescer, seen, settle } = givenCoalescer(2)
  const results = Promise.all(['a', 'b', 'c', 'd'].map((item) => coalescer.add('key', item)))
  for (let round = 0; round < 3; round += 1) await settle()
  expect(seen).toEqual([['a'], ['b', 'c'], ['d']])
  expect(await results).toHaveLength(4)
})

test('a failing item does not affect its batch', async () => {
  const { coalescer, settle } = givenCoalescer()
  const results = Promise.allSettled(['a', 'bad', 'c'].map((item) => coalescer.add('key', item)))
  await settle()
  await settle()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a batch that fails rejects all its items, and the next batch runs', async () => {
  let isBroken = true
  const coalescer = new Coalescer<string, string>(10, async (items) => {
    if (isBroken) throw new Error('no database')
    return items.map((item) => fulfilled(item))
  })
  await expect(coalescer.add('key', 'a')).rejects.toThrow('no database')
  isBroken = false
  await expect(coalescer.add('key', 'b')).resolves.toBe('b')
})
