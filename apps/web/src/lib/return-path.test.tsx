import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLoginState, safeReturnPath } from './return-path'

test.each(['/', '/project/7Qm2xVd0kT4rYb9ZsLw8aE?comment=3#x', '/plans?next=https://a.test'])(
  '%s is a valid return path',
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
  '/x/..//evil.test',
  '/x/../\\evil.test',
  '/.//evil.test',
  '/x/%2e%2e//evil.test',
  '/%2e%2e/%2fevil.test',
  '/%2f/evil.test',
  '/%5cevil.test',
  '/x//evil.test',
  '/x/../login',
  '/%09/evil.test',
  '/x\n/evil.test',
  '/ /evil.test/\t',
])('%s is not', (path) => expect(safeReturnPath(path)).toBeNull())

test('any return path stays on this site, however often it is parsed', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '.',
      '..',
      '/..',
      '%2f',
      '%5C',
      '%2e',
      '\t',
      '\n',
      '\r',
      ' ',
      '\u0000',
      '@',
      ':',
      '?',
      '#',
    ],
    ...['x', 'evil.test', 'https:', 'javascript:', '%09', '%00', '\u3002', '\uff0f', 'login'],
  )
  const typed = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`)
  let accepted = 0
  fc.assert(
    fc.property(typed, (path) => {
      const safe = safeReturnPath(path)
      if (safe === null) return
      accepted += 1
      for (const read of [safe, decodeURI(safe), new URL(safe, location.origin).pathname]) {
        expect(new URL(read, location.origin).origin).toBe(location.origin)
        expect(new URL(read, location.origin).pathname).not.toMatch(/^\/\/|\/\//)
      }
      expect(safe).toBe(path)
    }),
    { numRuns: 5_000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test.each([null, undefined, 'text', 7, { from: 7 }, []])('a state of %j is ignored', (state) => {
  expect(parseLoginState(state)).toEqual({})
})
