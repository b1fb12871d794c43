import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatRelative } from './clock'

/** In the time zone of the browser, wherever the test runs. */
const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('dates have the British format', () => {
  expect(formatDate(local(2026, 10, 14, 10, 42))).toBe('14 Nov 2026')
  expect(formatDateTime(local(2026, 10, 4, 9, 5))).toBe('4 Nov 2026, 09:05')
  expect(formatDateTime(local(2026, 10, 4, 0, 5))).toBe('4 Nov 2026, 00:05')
})

test.each([
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3 * 3_600_000, '3 hours ago'],
  [24 * 3_600_000, '1 day ago'],
  [47 * 3_600_000, '1 day ago'],
  [6 * 86_400_000, '6 days ago'],
])('%d ms ago is %s', (ageMs, words) => {
  const now = Date.parse('2026-11-21T10:00:00.000Z')
  expect(formatRelative(new Date(now - ageMs).toISOString(), now)).toBe(words)
})

test('after a week the full date is shown', () => {
  const then = local(2026, 10, 4, 9, 5)
  expect(formatRelative(then, Date.parse(then) + 7 * 86_400_000)).toBe('4 Nov 2026, 09:05')
})
