import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import * as z from 'zod'
import { newPublicId } from '../base/ids'

const issuer = 'pinmark'
const audience = 'pinmark'
const daySeconds = 86_400
/** Tolerance for different clocks of several servers. */
const clockToleranceSeconds = 60
/** Our tokens are shorter than 400 characters. Nothing longer is worth a hash. */
const maxTokenLength = 1_024

const publicId = z.string().regex(/^[A-Za-z0-9_-]{22}$/)
const seconds = z.int().positive()
const claimsSchema = z.strictObject({
  sub: publicId,
  jti: publicId,
  ver: z.int().nonnegative(),
  iat: seconds,
  exp: seconds,
  iss: z.literal(issuer),
  aud: z.literal(audience),
})
const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT') })

export interface TokenClaims {
  /** Public id of the account. */
  sub: string
  /** Names this one login. */
  jti: string
  /** The account's `tokenVersion` when it was issued. */
  ver: number
  /** When it was issued, in seconds since 1970. */
  iat: number
  /** Expiry, in seconds since 1970. */
  exp: number
}

interface TokenSettings {
  sessionDays: number
  secrets: { jwt: string; jwtPrevious: string | null }
}

/** A running server has one or two secrets. */
const keys = new Map<string, KeyObject>()

/** The secret as a key object. Given a text, the library tries it as a public key first, on every request.
 *  This attempt takes fifty times as long as the verification. */
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8')
  keys.set(secret, key)
  return key
}

/** A signed token for a new login. */
export function issueToken(
  settings: TokenSettings,
  account: { publicId: string; tokenVersion: number },
): string {
  return jwt.sign({ ver: account.tokenVersion }, keyOf(settings.secrets.jwt), {
    algorithm: 'HS256',
    subject: account.publicId,
    jwtid: newPublicId(),
    issuer,
    audience,
    expiresIn: settings.sessionDays * daySeconds,
  })
}

/** The claims of a token that we signed and that has not expired; else null. Whether its login has ended is
 *  stored in the database. */
export function readToken(settings: TokenSettings, token: string): TokenClaims | null {
  if (token.length > maxTokenLength) return null
  const { jwt: current, jwtPrevious } = settings.secrets
  return (
    verify(settings, current, token) ?? (jwtPrevious === null ? null : verify(settings, jwtPrevious, token))
  )
}

function verify({ sessionDays }: TokenSettings, secret: string, token: string): TokenClaims | null {
  let decoded: jwt.Jwt
  try {
    decoded = jwt.verify(token, keyOf(secret), { algorithms: ['HS256'], issuer, audience, complete: true })
  } catch {
    // Wrong, expired, or malformed in a way that makes the library throw: a payload that is not JSON, or
    // null.
    return null
  }
  const header = headerSchema.safeParse(decoded.header)
  const claims = claimsSchema.safeParse(decoded.payload)
  if (!header.success || !claims.success) return null
  const { sub, jti, ver, iat, exp } = claims.data
  const nowSeconds = Date.now() / 1_000
  const isFromFuture = iat > nowSeconds + clockToleranceSeconds
  const livesTooLong = exp - iat > sessionDays * daySeconds
  return isFromFuture || livesTooLong ? null : { sub, jti, ver, iat, exp }
}
