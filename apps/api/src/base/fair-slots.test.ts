import { expect, test } from 'vitest'
import { FairSlots } from './fair-slots'

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
