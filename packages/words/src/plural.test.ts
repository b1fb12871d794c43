import { expect, test } from 'vitest'
import { pluralOf } from './plural'

test('the form of a number follows the rules of the language', () => {
  const english = pluralOf('en')
  const polish = pluralOf('pl')
  expect([0, 1, 2].map((count) => english(count, { one: 'one', other: 'other' }))).toEqual([
    'other',
    'one',
    'other',
  ])
  expect([1, 2, 5, 22].map((count) => polish(count, { one: 'one', few: 'few', other: 'many' }))).toEqual([
    'one',
    'few',
    'many',
    'few',
  ])
})

test('a number with a form of its own gets it', () => {
  expect(pluralOf('en')(0, { '=0': 'none', other: 'some' })).toBe('none')
})
