import { expect, test } from 'vitest'
import { compareNames, formatFacts, formatList, formatNumber, formatPercent } from './format'

test('lists, numbers and shares are written as in British English', () => {
  expect(formatList(['1', '2', '3'])).toBe('1, 2 and 3')
  expect(formatList(['1'])).toBe('1')
  expect(formatFacts(['open', 'new', '2 replies'])).toBe('open, new, 2 replies')
  expect(formatFacts([])).toBe('')
  expect(formatNumber(12_345.6)).toBe('12,345.6')
  expect([0.5, 0.125, 2].map(formatPercent)).toEqual(['50%', '13%', '200%'])
})

test('names are sorted by their numbers and letters', () => {
  expect(['b 10', 'B 9', 'a', 'Ä'].toSorted(compareNames)).toEqual(['a', 'Ä', 'B 9', 'b 10'])
})
