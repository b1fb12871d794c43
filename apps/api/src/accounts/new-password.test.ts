import { expect, test } from 'vitest'
import { containsOwnWords } from './passwords/passwords'

const account = { name: 'Bo Haldén', email: 'bo.halden-1987@studio.example.com' }

test.each([
  'Pinmark2026',
  'my PINMARK login',
  'p i n m a r k !',
  'ＰＩＮＭＡＲＫ2',
  'bohaldén2026',
  'Haldén 2026',
  'HALDE\u0301N 2026!',
  'my bo.halden-1987',
  'studio-1987-x',
  'Example123',
])('%s contains words of the product or the account', (password) =>
  expect(containsOwnWords(password, account)).toBe(true),
)

test.each([
  'a quiet light table',
  'rainbows and boats',
  'completely common',
  'pin a mark here',
  'an example of mine',
  'Haldén paints green boats',
])('%s contains none', (password) => expect(containsOwnWords(password, account)).toBe(false))

test('a name without a word of sufficient length refuses nothing', () => {
  expect(containsOwnWords('a quiet light table', { name: 'A', email: 'a@b.c' })).toBe(false)
  expect(containsOwnWords('ligh', { name: 'Li', email: 'li@x' })).toBe(false)
})
