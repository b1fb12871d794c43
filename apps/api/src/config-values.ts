/** The kinds of values that settings have. The message of an issue continues the sentence that begins with the name of the
 *  setting and its value. */
import * as z from 'zod'

export const minSecretBytes = 32

/** Secrets from examples, and texts with too little variety to be random. */
export function isWeakSecret(text: string): boolean {
  return (
    Buffer.byteLength(text) < minSecretBytes ||
    new Set(text).size < 12 ||
    /secret|password|change.?me|example|pinmark|default|your.?key|lorem|qwerty|0123456789|abcdefghij/i.test(
      text,
    )
  )
}

/** A text that `isValid` accepts, and its value. `sentence` says what it has to be. */
function value<T>(isValid: (text: string) => boolean, sentence: string, parse: (text: string) => T) {
  return z.string().refine(isValid, sentence).transform(parse)
}

const asIs = (text: string) => text

export function wholeNumber(min: number, max = 1_000_000_000) {
  return value(
    (text) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max,
    `It has to be a whole number from ${min} to ${max}.`,
    Number,
  )
}

/** Up to three digits before and after the point. */
export function factor() {
  return value(
    (text) => /^\d{1,3}(\.\d{1,3})?$/.test(text),
    'It has to be a number from 0 to 999, such as 0.5.',
    Number,
  )
}

export function choice<const T extends string>(...allowed: T[]) {
  return z.enum(allowed, { error: `It has to be one of: ${allowed.join(', ')}.` })
}

export function flag() {
  return choice('true', 'false').transform((text) => text === 'true')
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}
const originSentence = 'It has to be an address such as https://pins.example.com, without a path.'

export function httpOrigin() {
  return value(isOrigin, originSentence, (text) => new URL(text).origin)
}

/** Several origins, separated by commas. */
export function httpOrigins() {
  const parts = (texts: string) =>
    texts
      .split(',')
      .map((part) => part.trim())
      .filter((text) => text !== '')
  return value(
    (texts) => parts(texts).every(isOrigin),
    originSentence,
    (texts) => parts(texts).map((text) => new URL(text).origin),
  )
}

/** An issuer of OpenID Connect. Its name is compared as a text, so it is kept as it was typed. */
export function issuerUrl() {
  return value(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : null
      const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
      return url?.protocol === 'https:' || isLocal
    },
    'It has to be an address such as https://login.example.com/realms/studio.',
    asIs,
  )
}

export function smtpUrl() {
  return value(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol),
    'has to be an address such as smtps://user:password@mail.example.com.',
    asIs,
  )
}

export function mongoUri() {
  return value(
    (text) => /^mongodb(\+srv)?:\/\/[^\s/]/.test(text),
    'has to start with mongodb:// or mongodb+srv:// and contain a server.',
    asIs,
  )
}

/** At least 32 bytes. Well-known examples are refused. */
export function strongSecret() {
  return value(
    (text) => !isWeakSecret(text),
    `is too weak. Use at least ${minSecretBytes} random bytes, for example from "openssl rand -base64 48".`,
    asIs,
  )
}
