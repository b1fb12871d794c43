/** Forged answers of an issuer, each of which must be refused. Most of them are made with the issuer's own key, as the worst case. */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { call, mustCall } from './client'
import type { TestIssuer } from './issuer'
import type { Random } from './random'

type Json = Record<string, unknown>

/** What a browser sends to Pinmark after it has come back. */
interface Sent {
  attempt: string
  answer: string
}

interface Genuine {
  issuer: TestIssuer
  random: Random
  /** Of an earlier login that was completed, and of one that another browser has begun. */
  used: Sent
  others: Sent
}

/** A forgery changes what the browser sends, or the token that the issuer hands out. */
interface Forgery {
  name: string
  send?: (genuine: Genuine, sent: Sent) => Sent
  token?: (genuine: Genuine, token: string) => string
}

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1_000)

function read(token: string, index: 0 | 1): Json {
  const value: Json = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())
  return value
}

function signed(header: Json, claims: Json, key: KeyObject): string {
  const content = `${part(header)}.${part(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

/** The genuine token with other claims, signed by the issuer itself. */
function reSigned({ issuer }: Genuine, token: string, claims: Json): string {
  const all = Object.entries({ ...read(token, 1), ...claims }).filter(([, value]) => value !== undefined)
  return signed(read(token, 0), Object.fromEntries(all), issuer.signingKey.privateKey)
}

function withHmac(header: Json, token: string, key: string): string {
  const content = `${part(header)}.${token.split('.')[1]}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}

function withQuery(sent: Sent, change: (query: URLSearchParams) => void): Sent {
  const query = new URLSearchParams(sent.answer)
  change(query)
  return { ...sent, answer: `?${query}` }
}

/** The same text with one other letter. */
function altered(text: string, random: Random): string {
  const at = random.whole(0, text.length - 2)
  const letter = text[at] === 'A' ? 'B' : 'A'
  return text.slice(0, at) + letter + text.slice(at + 1)
}

/** One of the values, which may be undefined: that leaves a claim out. */
function pickAny(random: Random, values: readonly unknown[]): unknown {
  return values[random.whole(0, values.length - 1)]
}

const other = (random: Random) => random.bytes(16).toString('base64url')

const forgeries: readonly Forgery[] = [
  {
    name: 'nonce',
    token: (genuine, token) =>
      reSigned(genuine, token, {
        nonce: pickAny(genuine.random, [undefined, '', null, other(genuine.random), 7]),
      }),
  },
  {
    name: 'audience',
    token: (genuine, token) =>
      reSigned(genuine, token, {
        aud: pickAny(genuine.random, [undefined, '', 'pinmark2', [], ['other'], { pinmark: true }, null]),
      }),
  },
  {
    name: 'authorized party',
    token: (genuine, token) => reSigned(genuine, token, { aud: ['pinmark', 'other'], azp: 'other' }),
  },
  {
    name: 'issuer',
    token: (genuine, token) => {
      const { issuer } = genuine.issuer.settings
      const odd = [
        undefined,
        '',
        `${issuer}/`,
        issuer.replace('http:', 'https:'),
        'https://login.test',
        [issuer],
      ]
      return reSigned(genuine, token, { iss: pickAny(genuine.random, odd) })
    },
  },
  {
    name: 'expiry',
    token: (genuine, token) => {
      const odd = [undefined, null, 'tomorrow', now() - genuine.random.whole(60, 1_000_000)]
      return reSigned(genuine, token, { exp: pickAny(genuine.random, odd) })
    },
  },
  {
    name: 'not valid yet',
    token: (genuine, token) =>
      reSigned(genuine, token, { nbf: now() + genuine.random.whole(600, 1_000_000) }),
  },
  {
    name: 'subject',
    token: (genuine, token) =>
      reSigned(genuine, token, {
        sub: pickAny(genuine.random, [undefined, '', null, 7, { $ne: null }, ['mara']]),
      }),
  },
  {
    name: 'no algorithm',
    token: ({ random }, token) => {
      const alg = pickAny(random, ['none', 'None', 'nOnE', '', null, 0, ['RS256']])
      return `${part({ alg, typ: 'JWT' })}.${token.split('.')[1]}.${random.pick(['', token.split('.')[2] ?? ''])}`
    },
  },
  {
    name: 'HS256 with the public key or the secret',
    token: ({ issuer, random }, token) => {
      const { publicKey, kid } = issuer.signingKey
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
      const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }))
      const key = random.pick([pem, pem.trim(), jwk, issuer.settings.clientSecret])
      return withHmac({ alg: 'HS256', kid, typ: 'JWT' }, token, key)
    },
  },
  {
    name: 'a foreign key',
    token: ({ issuer, random }, token) => {
      const header = random.pick<Json>([
        { alg: 'RS256', kid: issuer.signingKey.kid },
        { alg: 'RS256' },
        { alg: 'RS256', jwk: foreign.publicKey.export({ format: 'jwk' }) },
        { alg: 'RS256', jku: 'http://127.0.0.1/keys', kid: 'other' },
      ])
      return signed(header, read(token, 1), foreign.privateKey)
    },
  },
  {
    name: 'another algorithm',
    token: (_genuine, token) => signed({ alg: 'ES256', kid: 'trial' }, read(token, 1), curve.privateKey),
  },
  {
    name: 'an unknown critical header',
    token: ({ issuer }, token) =>
      signed({ ...read(token, 0), crit: ['x'], x: 1 }, read(token, 1), issuer.signingKey.privateKey),
  },
  {
    name: 'other claims under the old signature',
    token: ({ random }, token) => {
      const [head, , signature] = token.split('.')
      return `${head}.${part({ ...read(token, 1), sub: other(random) })}.${signature}`
    },
  },
  { name: 'one letter changed', token: ({ random }, token) => altered(token, random) },
  {
    name: 'cut off',
    token: ({ random }, token) =>
      random.pick(['', token.slice(0, -1), token.split('.').slice(0, 2).join('.'), `${token}.`]),
  },
  {
    name: 'state',
    send: ({ random, others }, sent) =>
      withQuery(sent, (query) => {
        const changed = [
          altered(query.get('state') ?? '', random),
          '',
          new URLSearchParams(others.answer).get('state'),
        ]
        const state = random.pick([...changed, null])
        if (state === null) query.delete('state')
        else query.set('state', state)
      }),
  },
  { name: 'state twice', send: (_genuine, sent) => ({ ...sent, answer: `${sent.answer}&state=other` }) },
  {
    name: 'issuer in the address',
    send: (_genuine, sent) => withQuery(sent, (query) => query.set('iss', 'https://login.test')),
  },
  { name: 'a used code', send: ({ used }) => used },
  {
    name: 'a used code with a new attempt',
    send: ({ used }, sent) =>
      withQuery(sent, (query) => query.set('code', new URLSearchParams(used.answer).get('code') ?? '')),
  },
  {
    name: 'the code of another attempt',
    send: ({ others }, sent) =>
      withQuery(sent, (query) => query.set('code', new URLSearchParams(others.answer).get('code') ?? '')),
  },
  {
    name: 'a changed code',
    send: ({ random }, sent) =>
      withQuery(sent, (query) => query.set('code', altered(query.get('code') ?? '', random))),
  },
  { name: 'the answer of another attempt', send: ({ others }, sent) => ({ ...sent, answer: others.answer }) },
  {
    name: 'a changed attempt',
    send: ({ random }, sent) => ({
      ...sent,
      attempt: random.pick([altered(sent.attempt, random), '', 'a.b.c']),
    }),
  },
  { name: 'no code', send: (_genuine, sent) => withQuery(sent, (query) => query.delete('code')) },
  {
    name: 'an error',
    send: (_genuine, sent) => withQuery(sent, (query) => query.set('error', 'access_denied')),
  },
  { name: 'nothing', send: (_genuine, { attempt }) => ({ attempt, answer: '' }) },
]

interface Forging {
  /** Of Pinmark. */
  url: string
  issuer: TestIssuer
  random: Random
  count: number
}

export interface Forged {
  /** The kinds of forgeries that logged in. */
  accepted: string[]
  /** Those that got another answer than 401. */
  odd: string[]
  kinds: number
  /** Forged tokens that Pinmark never saw, because an earlier check refused the login. */
  unsent: number
  /** Whether honest logins before and afterwards succeeded. */
  isHonestAccepted: boolean
}

/** Sends forged answers, the kinds in turn. */
export async function tryForgedSignOns({ url, issuer, random, count }: Forging): Promise<Forged> {
  // A browser with a login of its own at the issuer, whose codes end with the next one.
  const begin = async (cookies = new Map<string, string>()): Promise<Sent & { nonce: string }> => {
    const path = `${url}/users/sign-on`
    const { address, attempt } = await mustCall<{ address: string; attempt: string }>(200, path, {
      method: 'POST',
    })
    const answer = await issuer.signIn(address, 'forger', cookies)
    return { attempt, answer, nonce: new URL(address).searchParams.get('nonce') ?? '' }
  }
  const complete = async ({ attempt, answer }: Sent) =>
    (await call(`${url}/users/sign-on/answer`, { method: 'POST', body: { attempt, answer } })).status
  const honest = async () => {
    const used = await begin()
    return { used, isAccepted: (await complete(used)) === 200 }
  }

  issuer.people.set('forger', { email: 'forger@studio.test', email_verified: true, name: 'Ines Falk' })
  const before = await honest()
  const genuine = { issuer, random, used: before.used, others: await begin() }
  const accepted: string[] = []
  const odd: string[] = []
  let unsent = 0
  const tries = Array.from({ length: count }, (_, index) => forgeries[index % forgeries.length])
  const lane = async () => {
    const cookies = new Map<string, string>()
    for (let forgery = tries.pop(); forgery; forgery = tries.pop()) {
      const { nonce, ...sent } = await begin(cookies)
      const { name, send, token } = forgery
      if (token) {
        unsent += 1
        issuer.forged.set(nonce, (idToken) => {
          unsent -= 1
          return token(genuine, idToken)
        })
      }
      const status = await complete(send ? send(genuine, sent) : sent)
      issuer.forged.delete(nonce)
      if (status === 200) accepted.push(name)
      else if (status !== 401) odd.push(`${name}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const afterwards = await honest()
  return {
    accepted,
    odd,
    kinds: forgeries.length,
    unsent,
    isHonestAccepted: before.isAccepted && afterwards.isAccepted,
  }
}
