import { idFrom } from '../base/sha256'
import { storeMail } from '../mail/mail.record'
import { pauseWebhook, type WebhookRecord } from './webhook.record'

/** Id of the mail to the owner of a webhook, one for each address and each time that it was turned on. */
export function switchOffMailId({
  publicId,
  listensSince,
  sealed,
}: Pick<WebhookRecord, 'publicId' | 'listensSince' | 'sealed'>): string {
  return idFrom(`webhook ${publicId} ${listensSince.getTime()} ${sealed}`)
}

/** Switches off a webhook that can no longer be reached. The mail to its owner is stored first. After a crash in
 *  between the webhook is switched off at the next try. */
export async function switchOff(webhook: WebhookRecord, { hasMail }: { hasMail: boolean }): Promise<void> {
  if (hasMail) {
    const { owner: user, _id } = webhook
    await storeMail({ _id: switchOffMailId(webhook), kind: 'webhook', user, webhook: _id })
  }
  await pauseWebhook(webhook)
}
