import { openSealedText, sealText } from '../sealed-text'

/** The address of a webhook and its signing key. */
export interface WebhookAddress {
  url: string
  /** Null for chats, which verify no signature. */
  key: string | null
}

const purpose = 'webhooks'

export function sealAddress(secret: string, { url, key }: WebhookAddress): string {
  return sealText(secret, purpose, `${key ?? ''} ${url}`)
}

/** @returns null if the instance has another secret now */
export function openAddress(secret: string, sealed: string): WebhookAddress | null {
  const text = openSealedText(secret, purpose, sealed)
  if (text === null) return null
  const [key = '', url = ''] = text.split(' ', 2)
  return { url, key: key === '' ? null : key }
}
