import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns'

/** Takes turns and remembers which of them have begun. */
function givenLine(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (key: string, name: string) =>
    turns.take(key, (end) => {
      begun.push(name)
      ends.set(name, end)
    })
  return { begun, take, end: (name: string) => ends.get(name)?.() }
}

test('so many of a key are under way, the next ones wait in order, and other keys do not', async () => {
  const { begun, take, end } = givenLine(new Turns(2, 10))
  for (const name of ['a1', 'a2', 'a3', 'a4']) expect(take('a', name)).toBe(true)
  take('b', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])

  end('a2')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  end('a1')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a turn ends once, however often it is told', async () => {
  const { begun, take, end } = givenLine(new Turns(1, 10))
  for (const name of ['a1', 'a2', 'a3']) take('a', name)
  end('a1')
  end('a1')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2'])
})

test('beyond the end of the line nothing is begun, until there is room again', async () => {
  const { begun, take, end } = givenLine(new Turns(1, 1))
  expect([take('a', 'a1'), take('a', 'a2'), take('a', 'a3')]).toEqual([true, true, false])
  end('a1')
  await nextTurn()
  end('a2')
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2'])
  expect(take('a', 'a4')).toBe(true)
  expect(begun).toEqual(['a1', 'a2', 'a4'])
})
