import { expect, test } from 'vitest'
import { newPublicId } from '../base/ids'
import { LinkTokens } from '../base/seal'

const withSecrets = (jwt: string, jwtPrevious: string | null = null) =>
  new LinkTokens({ secrets: { jwt, jwtPrevious, pepper: 'p' } })
const tokens = withSecrets('now')
const lock = newPublicId()

test('a token opens its own lock only, and no other text opens any', () => {
  const token = tokens.issue(lock)
  expect(tokens.read(token)).toBe(lock)
  expect(token).toHaveLength(44)
  const seal = token.slice(22)
  for (const wrong of [undefined, '', lock, seal, `${token}A`, token.slice(0, -1), `${newPublicId()}${seal}`])
    expect(tokens.read(wrong)).toBeNull()
})

test('a token is valid with the present and the previous secret', () => {
  expect(withSecrets('next', 'now').read(tokens.issue(lock))).toBe(lock)
  expect(withSecrets('next', 'now').read(withSecrets('next').issue(lock))).toBe(lock)
  expect(withSecrets('next').read(tokens.issue(lock))).toBeNull()
  expect(tokens.read(withSecrets('next', 'now').issue(lock))).toBeNull()
})
