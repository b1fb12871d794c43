import { expect, test } from 'vitest'
import { FairQueue, FairSlots } from './fair-slots'

/** Slots, and pieces of work that end when `finish` is called. */
function givenSlots(slots: number, maxWaiting: number) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const fair = new FairSlots({ slots, maxWaiting, refusal: 'images_busy' })
  const run = (name: string) =>
    fair.run({ account: name, network: name }, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const finish = async (name: string, work: Promise<void>) => {
    await expect.poll(() => ends.has(name)).toBe(true)
    ends.get(name)?.()
    await work
  }
  return { fair, run, finish, begun }
}

test('without a queue, work runs in a free slot and is refused if all are taken', async () => {
  const { run, finish, begun } = givenSlots(1, 0)
  const first = run('first')
  await expect(run('second')).rejects.toMatchObject({ code: 'images_busy' })
  await finish('first', first)
  void run('third')
  await Promise.resolve()
  expect(begun).toEqual(['first', 'third'])
})

test('a freed slot goes to waiting work first', async () => {
  const { fair, run, finish, begun } = givenSlots(1, 2)
  const first = run('first')
  void run('second')
  expect(fair.load).toEqual({ running: 1, waiting: 1 })
  await finish('first', first)
  void run('third')
  expect(begun).toEqual(['first', 'second'])
  expect(fair.load).toEqual({ running: 1, waiting: 1 })
})

test('work that fails frees its slot', async () => {
  const { fair } = givenSlots(1, 0)
  const failing = fair.run({ account: 'a', network: 'a' }, () => Promise.reject(new Error('not drawn')))
  await expect(failing).rejects.toThrow('not drawn')
  expect(fair.load).toEqual({ running: 0, waiting: 0 })
})

/** A queue of names such as `a1`, from the account `a` in the network `net-a`, unless another network is given. */
function givenQueue(maxSize: number) {
  const queue = new FairQueue<string>(maxSize)
  const add = (item: string, network = `net-${item[0]}`) =>
    queue.add({ account: item[0] ?? '', network }, item)
  const served = () => Array.from({ length: queue.size }, () => queue.next())
  return { queue, add, served }
}

test('accounts take turns, and the items of each keep their order', () => {
  const { add, served } = givenQueue(16)
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) expect(add(item)).toBeNull()
  expect(served()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a network with many accounts gets no more turns than one with a single account', () => {
  const { add, served } = givenQueue(16)
  for (const item of ['a1', 'b1', 'c1', 'd1']) add(item, 'flood')
  for (const item of ['x1', 'x2']) add(item, 'office')
  expect(served()).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'd1'])
})

test('an account gets no more turns by using many networks', () => {
  const { add, served } = givenQueue(16)
  for (const [item, network] of [
    ['a1', 'one'],
    ['a2', 'two'],
    ['a3', 'three'],
  ] as const)
    add(item, network)
  for (const item of ['x1', 'x2']) add(item)
  expect(served()).toEqual(['a1', 'x1', 'a2', 'x2', 'a3'])
})

test('a full queue drops the newest item of the longest queue', () => {
  const { queue, add, served } = givenQueue(4)
  for (const item of ['a1', 'a2', 'a3', 'a4']) add(item)
  expect([add('b1'), add('c1'), add('a5'), add('b2')]).toEqual(['a4', 'a3', 'a5', 'b2'])
  expect(queue.size).toBe(4)
  expect(served()).toEqual(['a1', 'b1', 'c1', 'a2'])
  expect(queue.next()).toBeUndefined()
})

test('a full network drops an item of the account with the most items', () => {
  const { add, served } = givenQueue(4)
  for (const item of ['a1', 'a2', 'a3', 'b1']) add(item, 'office')
  expect(add('c1', 'office')).toBe('a3')
  expect(served()).toEqual(['a1', 'b1', 'c1', 'a2'])
})
