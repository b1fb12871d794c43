import { limits } from '@pinmark/shared/limits'
import { pageRoutes } from '@pinmark/shared/paths'
import { findFullWebhooks, findLastTried } from '../../models/delivery'
import type { MailRecord } from '../../models/mail'
import { findWebhookById } from '../../models/webhook'
import { UserModel } from '../../models/user'
import { openAddress } from '../../platform/webhooks/webhook-address'
import { writeWebhookMail } from '../../presenters/mail'
import { switchOffMailId } from './switch-off'
import type { Writing, Written } from './writing'

/** Tells an owner that their webhook was switched off, unless it is gone or was turned on again. */
export async function writeSwitchedOff(
  { config: { secrets }, origin }: Writing,
  { _id, user: userId, webhook: webhookId }: MailRecord,
): Promise<Written | null> {
  if (!userId || !webhookId) return null
  const [user, webhook] = await Promise.all([
    UserModel.findOne({ _id: userId, deletedAt: null }, { email: 1 }).lean(),
    findWebhookById(webhookId),
  ])
  if (!user || !webhook || switchOffMailId(webhook) !== _id) return null
  const url = openAddress(secrets.pepper, webhook.sealed)?.url
  return {
    to: user.email,
    ...writeWebhookMail({
      // Any part of the address may be a secret of a chat.
      host: url === undefined ? 'its address' : new URL(url).host,
      reason: await reasonOf(webhookId),
      accountUrl: `${origin}${pageRoutes.account}#webhooks`,
    }),
  }
}

async function reasonOf(webhook: NonNullable<MailRecord['webhook']>): Promise<string> {
  const full = await findFullWebhooks([webhook])
  if (full.size > 0) return `${limits.deliveriesWaiting.toLocaleString('en')} messages wait for it.`
  const last = await findLastTried(webhook)
  if (last?.problem) return `The last try: ${last.problem}`
  return last ? `The last try was answered with status ${last.status}.` : 'It takes no messages.'
}
