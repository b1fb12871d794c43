import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

interface FoundAddress {
  address: string
  family: number
}

/** `inside`: one of its addresses is in the operator's network. `unknown`: the name has no address. */
export type AddressProblem = 'inside' | 'unknown'

interface FindOptions {
  allowPrivate: boolean
  /** For the name servers. */
  timeoutMs: number
  /** For the lookup of the system after them, which only `allowPrivate` asks for. Names in `/etc/hosts` need milliseconds. */
  systemTimeoutMs?: number
}

/** Each name server is asked twice, because a packet may be lost. The second wait is twice as long. */
const queries = { timeout: 2_000, tries: 2 } as const
/** The name server of the name did not answer in time: to this process, or to the name server that it asks. */
const silences = new Set<unknown>(['ETIMEOUT', 'ECANCELLED', 'ESERVFAIL'])
/** Names that always belong to this machine, with or without a name server (RFC 6761). */
const localhost = /(?:^|\.)localhost\.?$/
const loopback: FoundAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Resolves the host of an address once. If only some addresses of a name are public, the name is refused,
 *  because it may have been set up to reach inside.
 *  @returns the addresses to connect to, or why there are none */
export async function findAddresses(
  url: URL,
  options: FindOptions,
): Promise<FoundAddress[] | AddressProblem> {
  // The URL parser has normalised decimal, octal, hexadecimal and short notations of IPv4.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await resolve(host, options) : [{ address: host, family }]
  if (found.length === 0) return 'unknown'
  if (!options.allowPrivate && !found.every(({ address }) => isPublicAddress(address))) return 'inside'
  return found
}

/** Public names are resolved without `lookup`. Each lookup occupies a thread until the name server answers, and only two
 *  threads do lookups, including those for the database. A few names whose name servers never answer would block
 *  them all. */
async function resolve(
  host: string,
  { allowPrivate, timeoutMs, systemTimeoutMs = 2_000 }: FindOptions,
): Promise<FoundAddress[]> {
  if (localhost.test(host)) return loopback
  const answer = await askNameServers(host, timeoutMs)
  return allowPrivate ? askSystem(host, answer, systemTimeoutMs) : answer.found
}

interface Answer {
  found: FoundAddress[]
  isSilent: boolean
}

async function askNameServers(host: string, timeoutMs: number): Promise<Answer> {
  const resolver = new Resolver(queries)
  const timer = setTimeout(() => resolver.cancel(), timeoutMs)
  const answers = await Promise.all([
    answerOf(resolver.resolve4(host), 4),
    answerOf(resolver.resolve6(host), 6),
  ])
  clearTimeout(timer)
  return {
    found: answers.flatMap(({ found }) => found),
    isSilent: answers.some(({ isSilent }) => isSilent),
  }
}

async function answerOf(query: Promise<string[]>, family: 4 | 6): Promise<Answer> {
  try {
    return { found: (await query).map((address) => ({ address, family })), isSilent: false }
  } catch (error) {
    return { found: [], isSilent: error instanceof Error && 'code' in error && silences.has(error.code) }
  }
}

let isWaitingForSystem = false

/** Internal receivers may have names that no name server knows, such as those in `/etc/hosts`. Of the names whose name
 *  server is silent, one is looked up at a time, so that a thread stays free. A lookup cannot be stopped: after the time limit
 *  it still occupies its thread. */
async function askSystem(
  host: string,
  { found, isSilent }: Answer,
  timeoutMs: number,
): Promise<FoundAddress[]> {
  if (isSilent && isWaitingForSystem) return found
  const lookedUp: Promise<FoundAddress[]> = lookup(host, { all: true, verbatim: true }).catch(() => found)
  if (isSilent) {
    isWaitingForSystem = true
    void lookedUp.then(() => (isWaitingForSystem = false))
  }
  const stop = new AbortController()
  const tooLate = pause(timeoutMs, found, { signal: stop.signal })
  try {
    return await Promise.race([lookedUp, tooLate.catch(() => found)])
  } finally {
    stop.abort()
  }
}

/** A lookup for sockets that returns the addresses that were checked, even if the name resolves differently now. */
export function lookupOf(checked: readonly FoundAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = checked
    if (all === true) done(null, [...checked])
    else if (first) done(null, first.address, first.family)
    else done(new Error('No address was checked.'), '')
  }
}

/** The addresses that a webhook may be sent to. Everything that could lead into the operator's network is
 *  refused: only global unicast addresses are allowed. */

/** Public addresses of the metadata services of clouds. */
const metadataAddresses = new Set(['168.63.129.16'])
/** The only block of global unicast addresses of IPv6. Other blocks contain IPv4 addresses in old notations
 *  (`::127.0.0.1`) and NAT64 prefixes of single networks (`64:ff9b:1::/48`). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address, as a resolver or a socket writes it, belongs to the public internet and not to this
 *  machine. */
function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false
  return !metadataAddresses.has(address.toString()) && !ownAddresses().has(address.toString())
}

/** A service that listens on all addresses of this machine also answers on its public address. */
function ownAddresses(): Set<string> {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return new Set(own.map(({ address }) => ipaddr.parse(address.split('%')[0] ?? '').toString()))
}

/** The address of a webhook and its signing key. */
export interface WebhookAddress {
  url: string
  /** Null for chats, which verify no signature. */
  key: string | null
}

export function sealAddress(secret: string, { url, key }: WebhookAddress): string {
  return sealText(secret, `${key ?? ''} ${url}`)
}

/** @returns null if the instance has another secret now */
export function openAddress(secret: string, sealed: string): WebhookAddress | null {
  const text = openSealedText(secret, sealed)
  if (text === null) return null
  const [key = '', url = ''] = text.split(' ', 2)
  return { url, key: key === '' ? null : key }
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Encrypts a text that must be unreadable in a copy of the database, such as a backup, without the secret of the
 *  instance. */
function sealText(secret: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(secret), nonce)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url')
}

/** @returns null if it was encrypted with another secret, or changed */
function openSealedText(secret: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const opening = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return null
  }
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'pinmark webhooks', keyBytes))
}
