import { expect, test } from 'vitest'
import { parseLoginState, safeReturnPath } from './return-path'

test.each(['/', '/project/7Qm2xVd0kT4rYb9ZsLw8aE?comment=3#x', '/plans?next=https://a.test'])(
  '%s is a place to go back to',
  (path) => expect(safeReturnPath(path)).toBe(path),
)

test.each([
  undefined,
  null,
  '',
  'plans',
  'https://evil.test/',
  '//evil.test/',
  '/\\evil.test/',
  '/\t/evil.test/',
  '\\\\evil.test',
  'javascript:alert(1)',
  '/login',
  '/login?next=/login',
  '/register/',
  '//',
])('%s is none', (path) => expect(safeReturnPath(path)).toBeNull())

test.each([null, undefined, 'text', 7, { from: 7 }, []])('a state of %j says nothing', (state) => {
  expect(parseLoginState(state)).toEqual({})
})
