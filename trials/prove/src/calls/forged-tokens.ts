import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Random } from '@pinmark/testbed/random'

type Json = Record<string, unknown>

const claimsSchema = z.record(z.string(), z.unknown())

/** Ways to forge a token, each made of a good one and, as the worst case, the secret that signed it. */
export interface Forger {
  good: string
  secret: string
  random: Random
}

const hashes: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: curveKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const weakSecrets = [
  ...[
    '',
    ' ',
    'secret',
    'password',
    'changeme',
    'jwt',
    'key',
    'pinmark',
    'Pinmark',
    'admin',
    '123456',
    'test',
  ],
  ...['your-256-bit-secret', 'supersecret', 'shhhhh', 'null', 'undefined', 'default', 'qwerty', 'dev', '\0'],
]
const kids = [
  ...[
    '../../../../dev/null',
    '/dev/null',
    '/proc/sys/kernel/randomize_va_space',
    "' UNION SELECT 'key",
    '$where',
  ],
  ...['0', 'http://127.0.0.1/key', '__proto__', 'constructor', '| sleep 5', '\u0000'],
]

/** The claims of a token, unchecked. */
export function claimsOf(token: string): Json {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  try {
    return claimsSchema.parse(JSON.parse(payload))
  } catch {
    return {}
  }
}

/** A token that the server did not issue, although it may look so. @returns it, and the name of the trick */
export function forgeToken(forger: Forger): { trick: string; token: string } {
  const trick = forger.random.pick(tricks)
  return { trick: trick.name, token: trick.forge(forger) }
}

const good = { alg: 'HS256', typ: 'JWT' }
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowSeconds = () => Math.floor(Date.now() / 1_000)

function withHmac(header: Json, claims: unknown, key: string | Buffer, hash = 'sha256'): string {
  const content = `${part(header)}.${part(claims)}`
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`
}

function withKey(header: Json, claims: Json, key: KeyObject): string {
  const content = `${part(header)}.${part(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

function without(claims: Json, name: string): Json {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
}

const tricks: { name: string; forge: (forger: Forger) => string }[] = [
  {
    name: 'no algorithm',
    forge: ({ good: token, random }) => {
      const alg = random.pick(['none', 'None', 'NONE', 'nOnE', '', 'null', null, 0, ['HS256'], { a: 1 }])
      const signature = random.pick(['', token.split('.')[2] ?? '', 'AAAA', '='])
      return `${part({ ...good, alg })}.${token.split('.')[1]}.${signature}`
    },
  },
  {
    name: 'another hash with our own secret',
    forge: ({ good: token, secret, random }) => {
      const alg = random.pick(['HS384', 'HS512'])
      return withHmac({ ...good, alg }, changed(token, random), secret, hashes[alg])
    },
  },
  {
    name: 'public key as secret',
    forge: ({ good: token, random }) => {
      const alg = random.pick(['HS256', 'RS256', 'ES256', 'PS256'])
      return withHmac({ ...good, alg }, changed(token, random), random.pick([publicPem, publicPem.trim()]))
    },
  },
  {
    name: 'signed with a key pair',
    forge: ({ good: token, random }) =>
      random.next() < 0.5
        ? withKey(
            { ...good, alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) },
            changed(token, random),
            privateKey,
          )
        : withKey({ ...good, alg: 'ES256' }, changed(token, random), curveKey),
  },
  {
    name: 'key by name',
    forge: ({ good: token, random }) => {
      const where = random.pick(['kid', 'jku', 'x5u', 'x5c'])
      return withHmac(
        { ...good, [where]: random.pick(kids) },
        changed(token, random),
        random.pick(weakSecrets),
      )
    },
  },
  {
    name: 'odd header with our own secret',
    forge: ({ good: token, secret, random }) => {
      const odd = random.pick<Json>([
        { kid: random.pick(kids) },
        { crit: ['exp'] },
        { typ: 'JWE' },
        { cty: 'JWT' },
        { b64: false },
      ])
      return withHmac({ ...good, ...odd }, changed(token, random), secret)
    },
  },
  {
    name: 'weak secret',
    forge: ({ good: token, random }) => withHmac(good, changed(token, random), random.pick(weakSecrets)),
  },
  {
    name: 'one bit flipped',
    forge: ({ good: token, random }) => {
      const bytes = Buffer.from(token)
      const at = random.whole(0, bytes.length - 1)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 5))
      // A header cannot carry control characters.
      return bytes.toString('latin1').replace(/[^\x21-\x7e]/g, '~')
    },
  },
  {
    name: 'cut or patched',
    forge: ({ good: token, random }) => {
      const [head = '', claims = '', signature = ''] = token.split('.')
      return random.pick([
        `${head}.${claims}`,
        `${head}.${claims}.`,
        `${head}..${signature}`,
        `.${claims}.${signature}`,
        `${token}.${signature}`,
        `${token}A`,
        token.slice(0, random.whole(1, token.length - 1)),
        `${head}.${claims}.${signature.toLowerCase()}`,
        `${head}.${part({ ...claimsOf(token), ver: 1 })}.${signature}`,
        token.split('').toReversed().join(''),
        `${'A'.repeat(2_000)}.${claims}.${signature}`,
      ])
    },
  },
  {
    name: 'a claim left out, with our own secret',
    forge: ({ good: token, secret, random }) =>
      withHmac(
        good,
        without(claimsOf(token), random.pick(['exp', 'iat', 'iss', 'aud', 'sub', 'jti', 'ver'])),
        secret,
      ),
  },
  {
    name: 'a claim changed, with our own secret',
    forge: ({ good: token, secret, random }) => {
      const id = random.bytes(16).toString('base64url')
      const odd = random.pick<Json>([
        { exp: nowSeconds() - random.whole(0, 1_000_000) },
        { exp: 'tomorrow' },
        { exp: nowSeconds() + 4_000_000_000 },
        { exp: null },
        { iat: nowSeconds() + random.whole(3_600, 1_000_000) },
        { iat: '0' },
        { iss: random.pick(['pinmark2', 'Pinmark', '', null, ['pinmark'], 'https://pinmark']) },
        { aud: random.pick(['other', '', null, ['pinmark', 'other'], 'Pinmark', { pinmark: true }]) },
        { sub: random.pick([id, '', null, 0, { $ne: null }, ['a'], '__proto__', `${id}=`]) },
        { ver: random.pick([1, -1, '0', null, 1.5, { $gte: 0 }]) },
        { jti: random.pick(['', null, 0, { $ne: 1 }, 'short']) },
        { nbf: nowSeconds() + 3_600 },
        { admin: true },
      ])
      return withHmac(good, { ...claimsOf(token), ...odd }, secret)
    },
  },
  {
    name: 'no claims at all, with our own secret',
    forge: ({ secret, random }) =>
      withHmac(good, random.pick<unknown>([null, [], 'sub', 0, true, {}, [{ sub: 'x' }]]), secret),
  },
]

/** Claims that an attacker would choose: another account's, or the same with a later end. */
function changed(token: string, random: Random): Json {
  const claims = claimsOf(token)
  return random.next() < 0.5 ? claims : { ...claims, exp: nowSeconds() + 3_600, ver: 0 }
}
