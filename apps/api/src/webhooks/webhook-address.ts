import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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
