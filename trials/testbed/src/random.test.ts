import { expect, test } from 'vitest'
import { Random } from './random'

test('the same seed gives the same choices, and another seed gives others', () => {
  const choices = (seed: number) =>
    Array.from(
      { length: 20 },
      (
        (random) => () =>
          random.whole(1, 6)
      )(new Random(seed)),
    )

  expect(choices(7)).toEqual(choices(7))
  expect(choices(7)).not.toEqual(choices(8))
  expect(new Set(choices(7).concat(choices(8), choices(9)))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test('bytes have the requested length', () => {
  expect(new Random(1).bytes(33)).toHaveLength(33)
})
