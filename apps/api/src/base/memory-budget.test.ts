import { expect, test } from 'vitest'
import { MemoryBudget } from './budgets'

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
