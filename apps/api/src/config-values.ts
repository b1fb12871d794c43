import { readFileSync } from 'node:fs'
import { StartError } from './platform/start-error'
import { isWeakSecret, minSecretBytes } from './platform/secrets'

type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable counts as one that is not set: compose files and shells leave such ones behind. */
export function optionalText(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

interface Range {
  default: number
  min: number
  max?: number
}

export function wholeNumber(env: Environment, name: string, range: Range): number {
  const text = optionalText(env, name)
  if (text === null) return range.default
  const max = range.max ?? 1_000_000_000
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= range.min && value <= max) return value
  throw new StartError(`${name} is "${text}". It has to be a whole number from ${range.min} to ${max}.`)
}

export function choice<const T extends string, S extends T | null>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  standard: S,
): T | S {
  const text = optionalText(env, name)
  if (text === null) return standard
  const found = allowed.find((value) => value === text)
  if (found !== undefined) return found
  throw new StartError(`${name} is "${text}". It has to be one of: ${allowed.join(', ')}.`)
}

export function flag(env: Environment, name: string): boolean {
  return choice(env, name, ['true', 'false'], 'false') === 'true'
}

export function httpOrigin(env: Environment, name: string): string | null {
  const text = optionalText(env, name)
  return text === null ? null : toOrigin(name, text)
}

/** How mail is sent; null without a mail server. Error messages do not repeat the address, because it may
 *  contain a password. Links in mails need PUBLIC_URL. */
export function mailSettings(
  env: Environment,
  urlName: string,
  fromName: string,
  originName: string,
): { smtpUrl: string; from: string } | null {
  const smtpUrl = optionalText(env, urlName)
  const from = optionalText(env, fromName)
  if (smtpUrl === null) return null
  if (!/^smtps?:$/.test(URL.canParse(smtpUrl) ? new URL(smtpUrl).protocol : '')) {
    throw new StartError(`${urlName} has to be an address such as smtps://user:password@mail.example.com.`)
  }
  if (from === null || !/^[^\r\n]*@[^\s@]+$/.test(from)) {
    throw new StartError(
      `${urlName} needs ${fromName}: the sender of the mails, such as Pinmark <pins@example.com>.`,
    )
  }
  if (optionalText(env, originName) === null) {
    throw new StartError(`${urlName} needs ${originName}: links in mails start with it.`)
  }
  return { smtpUrl, from }
}

/** Several origins, separated by commas. */
export function httpOrigins(env: Environment, name: string): string[] {
  const texts = (optionalText(env, name) ?? '').split(',').map((part) => part.trim())
  return texts.filter((text) => text !== '').map((text) => toOrigin(name, text))
}

function toOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new StartError(
    `${name} is "${text}". It has to be an address such as https://pins.example.com, without a path.`,
  )
}

/** The error message does not repeat the value, because it may contain a password. */
export function mongoUri(env: Environment, name: string): string | null {
  const text = optionalText(env, name)
  if (text === null || /^mongodb(\+srv)?:\/\/[^\s/]/.test(text)) return text
  throw new StartError(`${name} has to start with mongodb:// or mongodb+srv:// and contain a server.`)
}

/** The address with the user's password from a file, so that the password is in no setting and in no list of
 *  processes. */
export function withPassword(uri: string | null, env: Environment, name: string): string | null {
  const file = optionalText(env, name)
  if (file === null || uri === null) return uri
  const [, scheme, user, rest] = /^(mongodb(?:\+srv)?:\/\/)([^/@:]+)(@.*)$/.exec(uri) ?? []
  if (user === undefined) {
    throw new StartError(
      `${name} needs a MONGODB_URI with a user and without a password: mongodb://user@host/pinmark.`,
    )
  }
  return `${scheme}${user}:${encodeURIComponent(readSecret(file, name))}${rest}`
}

function readSecret(file: string, name: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text !== '') return text
  } catch (error) {
    throw new StartError(`${name} names ${file}, which cannot be read.`, { cause: error })
  }
  throw new StartError(`${name} names ${file}, which is empty.`)
}

/** A secret of at least 32 bytes. Well-known examples are refused. The error message does not repeat it. */
export function secret(env: Environment, name: string): string | null {
  const text = optionalText(env, name)
  if (text === null || !isWeakSecret(text)) return text
  throw new StartError(
    `${name} is too weak. Use at least ${minSecretBytes} random bytes, for example from "openssl rand -base64 48", or leave it out, and Pinmark generates one.`,
  )
}
