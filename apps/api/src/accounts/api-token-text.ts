/** The text of an API token: a prefix that scanners for leaked secrets look for, 256 random bits, and a
 *  checksum. With the checksum, a scanner can tell a token from similar text without asking a server. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'pinmark_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Length of 256 bits, and of 32 bits, in base 62. */
const [secretLength, checksumLength] = [43, 6]
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

export function newApiTokenText(): string {
  const secret = prefix + inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return secret + checksumOf(secret)
}

/** Whether a bearer token looks like an API token. A login never begins like that. */
export function looksLikeApiToken(text: string): boolean {
  return text.startsWith(prefix)
}

/** Whether prefix, length and checksum are right. Only the database knows whether the token exists. */
export function isApiTokenText(text: string): boolean {
  return shape.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)))
}

/** The hash that is stored. A plain hash is enough, because 256 random bits cannot be guessed. */
export function hashApiToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(secret)), checksumLength)
}

function inBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}
