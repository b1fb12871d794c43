import { postMessage, type PostOutcome } from './post-message'
import { messageHeaders } from './sign-message'
import { openAddress } from './webhook-address'

export interface DeliverySettings {
  secrets: { pepper: string }
  webhookAllowPrivate: boolean
}

interface Message {
  id: string
  body: string
  sealed: string
}

/** Sends one message to the address of a webhook, once. */
export async function deliver(
  { secrets, webhookAllowPrivate }: DeliverySettings,
  { id, body, sealed }: Message,
): Promise<PostOutcome> {
  const address = openAddress(secrets.pepper, sealed)
  if (!address) {
    const problem =
      'The address can no longer be read, because this server has another PASSWORD_PEPPER. Enter it again.'
    return { status: null, problem, response: '', ms: 0 }
  }
  const { url, key } = address
  return postMessage({ url, body, headers: messageHeaders(id, body, key), allowPrivate: webhookAllowPrivate })
}

export function isDelivered({ status }: Pick<PostOutcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}
