import { expect, test } from 'vitest'
import * as first from './compiled/first/en'
import * as pseudo from './compiled/first/en-XA'
import { wordingIn } from './server'

test('a compiled sentence contains its inputs, in the form of their number', () => {
  expect(first.comment_time({ date: '14 Nov 2026, 10:42' })).toBe('Commented at 14 Nov 2026, 10:42')
  expect([1, 2].map((count) => first.count_replies({ count }))).toEqual(['1 reply', '2 replies'])
})

test('the pseudo-language has every sentence, about two fifths longer, with the same inputs', () => {
  expect(Object.keys(pseudo)).toEqual(Object.keys(first))
  const [original, longer] = [first, pseudo].map((words) => words.comment_by({ number: 3, name: 'Priya' }))
  expect(longer).toContain(' 3 ')
  expect(longer).toContain('Priya')
  expect((longer ?? '').length).toBeGreaterThan((original ?? '').length * 1.2)
})

test('the server reads the words of several languages at a time', () => {
  const [english, other] = [wordingIn('en'), wordingIn('en-XA')]
  expect(english.m.action_undo()).toBe(first.action_undo())
  expect(other.m.action_undo()).not.toBe(first.action_undo())
})
