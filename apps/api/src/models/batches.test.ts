import { expect, test } from 'vitest'
import { Batches } from './batches'

const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value }) as const

/** Batches whose work waits until it is told to go on, and remembers what it was given. */
function givenBatches(maxSize = 100) {
  const seen: string[][] = []
  const goOn: (() => void)[] = []
  const batches = new Batches<string, string>(maxSize, async (items) => {
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
  return { batches, seen, settle }
}

test('the first item goes alone and at once, what arrives meanwhile goes together', async () => {
  const { batches, seen, settle } = givenBatches()
  const results = Promise.all(['a', 'b', 'c'].map((item) => batches.add('key', item)))
  expect(seen).toEqual([['a']])
  await settle()
  expect(seen).toEqual([['a'], ['b', 'c']])
  await settle()
  expect(await results).toEqual(['A', 'B', 'C'])
})

test('keys do not wait for each other, and a finished key starts afresh', async () => {
  const { batches, seen, settle } = givenBatches()
  const both = [batches.add('one', 'a'), batches.add('two', 'b')]
  expect(seen).toEqual([['a'], ['b']])
  await settle()
  await settle()
  await Promise.all(both)
  const again = batches.add('one', 'c')
  expect(seen.at(-1)).toEqual(['c'])
  await settle()
  expect(await again).toBe('C')
})

test('a batch is never longer than it may be', async () => {
  const { batches, seen, settle } = givenBatches(2)
  const results = Promise.all(['a', 'b', 'c', 'd'].map((item) => batches.add('key', item)))
  for (let round = 0; round < 3; round += 1) await settle()
  expect(seen).toEqual([['a'], ['b', 'c'], ['d']])
  expect(await results).toHaveLength(4)
})

test('an item that fails leaves its neighbours alone', async () => {
  const { batches, settle } = givenBatches()
  const results = Promise.allSettled(['a', 'bad', 'c'].map((item) => batches.add('key', item)))
  await settle()
  await settle()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('work that breaks fails its whole batch, and the next batch goes on', async () => {
  let isBroken = true
  const batches = new Batches<string, string>(10, async (items) => {
    if (isBroken) throw new Error('no database')
    return items.map((item) => fulfilled(item))
  })
  await expect(batches.add('key', 'a')).rejects.toThrow('no database')
  isBroken = false
  await expect(batches.add('key', 'b')).resolves.toBe('b')
})
