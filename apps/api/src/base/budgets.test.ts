import { expect, test } from 'vitest'
import { ByteBudget, byteCache, MemoryBudget } from './budgets'

test('neither an account nor a network uses more than half of the total', () => {
  const budget = new ByteBudget(200)
  const flood = budget.take(['account a', 'network n'], 100)

  expect(budget.take(['account a', 'network m'], 1)).toBeNull()
  expect(budget.take(['account b', 'network n'], 1)).toBeNull()
  const honest = budget.take(['account b', 'network m'], 100)
  expect(honest).not.toBeNull()
  expect(budget.take(['account c', 'network o'], 1)).toBeNull()

  flood?.[Symbol.dispose]()
  honest?.[Symbol.dispose]()
  expect(budget.take(['account a', 'network n'], 100)).not.toBeNull()
})

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

/** Tasks that take memory, by name in the order in which they got it, and how to end each. */
function givenBudget(bytes: number) {
  const budget = new MemoryBudget(bytes)
  const begun: string[] = []
  const ask = (name: string, needed: number) => {
    const taken = budget.take(needed).then((giveBack) => {
      begun.push(name)
      return giveBack
    })
    return async () => (await taken)()
  }
  const settle = () => new Promise(setImmediate)
  return { ask, begun, settle }
}

test('tasks that fit together begin together, and the next one when enough is free', async () => {
  const { ask, begun, settle } = givenBudget(100)
  const endFirst = ask('first', 40)
  ask('second', 60)
  ask('third', 30)
  await settle()
  expect(begun).toEqual(['first', 'second'])

  await endFirst()
  await settle()
  expect(begun).toEqual(['first', 'second', 'third'])
})

test('a task that needs more than everything gets it alone, and later ones do not overtake it', async () => {
  const { ask, begun, settle } = givenBudget(100)
  const endSmall = ask('small', 10)
  const endLarge = ask('large', 1_000)
  ask('late', 10)
  await settle()
  expect(begun).toEqual(['small'])

  await endSmall()
  await settle()
  expect(begun).toEqual(['small', 'large'])

  await endLarge()
  await settle()
  expect(begun).toEqual(['small', 'large', 'late'])
})
