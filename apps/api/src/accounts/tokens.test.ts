import { createHmac, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { newPublicId } from '../base/ids'
import { issueToken, readToken } from './tokens'

const secret = 'q'.repeat(24) + 'W3rty-7'.repeat(3)
const settings = { sessionDays: 7, secrets: { jwt: secret, jwtPrevious: null } }
const account = { publicId: newPublicId(), tokenVersion: 3 }
const now = () => Math.floor(Date.now() / 1_000)
const goodClaims = () => ({
  sub: account.publicId,
  jti: newPublicId(),
  ver: 3,
  iat: now(),
  exp: now() + 3_600,
  iss: 'pinmark',
  aud: 'pinmark',
})
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token with any header and payload, signed with our secret. */
function forge(header: unknown, payload: unknown): string {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const ourHeader = { alg: 'HS256', typ: 'JWT' }

test('a token contains its account, its login, its beginning and its end', () => {
  const claims = readToken(settings, issueToken(settings, account))
  expect(claims).toEqual({
    sub: account.publicId,
    jti: expect.stringMatching(/^[\w-]{22}$/),
    ver: 3,
    iat: expect.closeTo(now(), -1),
    exp: expect.closeTo(now() + 7 * 86_400, -1),
  })
})

test('two logins have two tokens', () => {
  expect(issueToken(settings, account)).not.toBe(issueToken(settings, account))
})

test('the forging helper can make a valid token, so that the others fail for their own reason', () => {
  expect(readToken(settings, forge(ourHeader, goodClaims()))).not.toBeNull()
})

describe('a token is invalid', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const cases: [string, () => string][] = [
    ['without a signature', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(goodClaims())}.`],
    ['signed with HS512', () => jwt.sign(goodClaims(), secret, { algorithm: 'HS512' })],
    ['signed with HS384', () => jwt.sign(goodClaims(), secret, { algorithm: 'HS384' })],
    ['signed with RS256', () => jwt.sign(goodClaims(), pem, { algorithm: 'RS256' })],
    ['signed with another secret', () => jwt.sign(goodClaims(), `${secret}x`)],
    ['signed with an empty secret', () => jwt.sign(goodClaims(), Buffer.alloc(1))],
    ['that names a key', () => forge({ ...ourHeader, kid: '../../dev/null' }, goodClaims())],
    ['that brings its own key', () => forge({ ...ourHeader, jwk: { kty: 'oct', k: 'AA' } }, goodClaims())],
    ['of another type', () => forge({ alg: 'HS256', typ: 'at+jwt' }, goodClaims())],
    ['that ran out', () => forge(ourHeader, { ...goodClaims(), iat: now() - 100, exp: now() - 1 })],
    ['that never ends', () => forge(ourHeader, { ...goodClaims(), exp: undefined })],
    ['that ends too late', () => forge(ourHeader, { ...goodClaims(), exp: now() + 8 * 86_400 })],
    ['from the future', () => forge(ourHeader, { ...goodClaims(), iat: now() + 3_600, exp: now() + 7_200 })],
    ['without a subject', () => forge(ourHeader, { ...goodClaims(), sub: undefined })],
    ['with an operator as subject', () => forge(ourHeader, { ...goodClaims(), sub: { $gt: '' } })],
    ['without a name of its own', () => forge(ourHeader, { ...goodClaims(), jti: undefined })],
    ['with a version that is text', () => forge(ourHeader, { ...goodClaims(), ver: '3' })],
    ['of another issuer', () => forge(ourHeader, { ...goodClaims(), iss: 'elsewhere' })],
    ['for another audience', () => forge(ourHeader, { ...goodClaims(), aud: 'elsewhere' })],
    ['for several audiences', () => forge(ourHeader, { ...goodClaims(), aud: ['pinmark', 'elsewhere'] })],
    ['with a claim too many', () => forge(ourHeader, { ...goodClaims(), admin: true })],
    ['with a payload that is text', () => forge(ourHeader, 'payload')],
    ['with a payload that is null', () => forge(ourHeader, null)],
    ['that is empty', () => ''],
    ['that is three dots', () => '...'],
    ['that is very long', () => `${'x'.repeat(100_000)}.y.z`],
  ]
  test.each(cases)('%s', (_what, make) => {
    expect(readToken(settings, make())).toBeNull()
  })

  test('with any one character changed', () => {
    const token = issueToken(settings, account)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        expect(readToken(settings, changed) !== null).toBe(changed === token)
      }),
      { numRuns: 2_000 },
    )
  })

  test('with any other text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const property = fc.property(text, (token) => {
      expect(readToken(settings, token)).toBeNull()
    })
    fc.assert(property)
  })
})
