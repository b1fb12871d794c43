import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { AppError } from '@pinmark/shared/errors'
import type { Log } from '../../base/log'
import { isSignOnAttempt, newSignOnAttempt, sealOf } from '../../base/seal'
import type { Config, SignOnSettings } from '../../config'
import { messageWithReason } from '../../base/failures'

/** Longest wait for one answer of the issuer. */
const timeoutSeconds = 5
/** The description of the issuer and its keys are read again after this time. So an issuer that is down is noticed before
 *  the browser is sent there. */
const keepMs = 60_000

/** What the issuer says about a person. */
export interface Person {
  issuer: string
  /** The only name of a person at the issuer that never changes and is never given to another one. */
  subject: string
  email: unknown
  /** Whether the issuer vouches for the address. */
  hasVerifiedEmail: boolean
  /** The best name first. */
  names: unknown[]
}

/** The issuer of single sign-on, by OpenID Connect: code flow with PKCE, state and nonce. Only this module calls it.
 *
 *  The three are derived from the attempt that the browser keeps while its person logs in, so nothing is stored here, and
 *  an answer counts only in the tab that asked for it. */
export class Issuer {
  readonly #settings: SignOnSettings
  readonly #secret: string
  readonly #log: Log
  #known: { until: number; reading: Promise<Configuration> } | null = null

  constructor(settings: SignOnSettings, { secrets }: Pick<Config, 'secrets'>, log: Log) {
    this.#settings = settings
    this.#secret = secrets.jwt
    this.#log = log
  }

  /** Where the browser goes to log in, and the attempt that it keeps.
   *  @throws AppError sign_on_unavailable */
  async begin(): Promise<{ address: string; attempt: string }> {
    const attempt = newSignOnAttempt(this.#secret)
    const { state, nonce, verifier } = this.#partsOf(attempt)
    const address = buildAuthorizationUrl(await this.#read(), {
      redirect_uri: this.#settings.redirectUri,
      scope: 'openid email profile',
      ...{ state, nonce, code_challenge: await calculatePKCECodeChallenge(verifier) },
      code_challenge_method: 'S256',
    })
    return { address: address.href, attempt }
  }

  /** The person who logged in. The signature, issuer, audience, expiry and nonce of the token are checked.
   *  @param answer the query with which the issuer sent the browser back
   *  @throws AppError sign_on_failed, sign_on_unavailable */
  async identify(attempt: string, answer: string): Promise<Person> {
    if (!isSignOnAttempt(this.#secret, attempt)) throw new AppError('sign_on_failed')
    const { state, nonce, verifier } = this.#partsOf(attempt)
    const address = new URL(this.#settings.redirectUri)
    address.search = answer
    const issuer = await this.#read()
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
      const tokens = await authorizationCodeGrant(issuer, address, { ...checks, idTokenExpected: true })
      const inToken = tokens.claims()
      if (!inToken?.sub) throw new Error('the token names no person')
      const { iss, sub } = inToken
      // Many issuers put the address into the token. The others tell it when they are asked.
      const isAsked = inToken.email === undefined && issuer.serverMetadata().userinfo_endpoint !== undefined
      const claims = isAsked ? await fetchUserInfo(issuer, tokens.access_token, sub) : inToken
      return {
        ...{ issuer: iss, subject: sub, email: claims.email },
        hasVerifiedEmail: isVerified(claims),
        names: [claims.name, claims.preferred_username],
      }
    } catch (cause) {
      if (isTrouble(cause)) throw unavailable(cause)
      // The operator may have to correct a setting.
      this.#log.warn({ reason: reasonOf(cause) }, 'A login by single sign-on was not accepted.')
      throw new AppError('sign_on_failed', { cause })
    }
  }

  #read(): Promise<Configuration> {
    if (this.#known === null || this.#known.until < performance.now()) {
      const reading = this.#discover()
      this.#known = { until: performance.now() + keepMs, reading }
      reading.catch(() => (this.#known = null))
    }
    return this.#known.reading
  }

  async #discover(): Promise<Configuration> {
    try {
      return await readDescription(this.#settings)
    } catch (cause) {
      throw unavailable(cause)
    }
  }

  #partsOf(attempt: string) {
    const partFor = (use: string) => sealOf(this.#secret, `sign-on ${use}`, attempt)
    return { state: partFor('state'), nonce: partFor('nonce'), verifier: partFor('verifier') }
  }
}

/** Reads the description of the issuer. */
function readDescription({ issuer, clientId, clientSecret }: SignOnSettings): Promise<Configuration> {
  const address = new URL(issuer)
  // Settings allow this on the same machine only.
  const isPlain = address.protocol === 'http:'
  const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])]
  return discovery(address, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds })
}

/** @returns the reason why nobody can log in at the issuer; null if its description can be read */
export async function checkIssuer(settings: SignOnSettings): Promise<string | null> {
  try {
    await readDescription(settings)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Entra has a claim of its own, which says that the domain of the address belongs to the organisation.
 *  https://learn.microsoft.com/entra/identity-platform/optional-claims-reference */
function isVerified({
  email_verified: verified,
  xms_edov: isOfOrganisation,
}: Record<string, unknown>): boolean {
  return (
    verified === true || (verified === undefined && [true, 1, '1'].some((one) => one === isOfOrganisation))
  )
}

function unavailable(cause: unknown): AppError {
  return new AppError('sign_on_unavailable', { cause, retryAfterSeconds: 30 })
}

/** The messages of the library and of what it wraps. They name claims and parameters, and contain no values. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error
  return error instanceof Error ? messageWithReason(error) : 'unknown'
}

/** Codes of the library for an issuer that answers too late, or with an error of its own. */
const troubles = new Set<unknown>(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** Whether there was no answer of the issuer about this login. Everything else means that the login is not right. */
function isTrouble(error: unknown): boolean {
  // The client is set up differently at the issuer.
  if (error instanceof ResponseBodyError) return error.error !== 'invalid_grant'
  if (error instanceof ClientError) return troubles.has(error.code)
  // What `fetch` throws without an answer.
  return error instanceof TypeError && error.message === 'fetch failed'
}
