/** Writes the content of a stored mail at the time when it is sent. */
import { limits } from '@pinmark/shared/limits'
import { pagePaths, pageRoutes } from '@pinmark/shared/paths'
import type { Wording } from '@pinmark/words/server'
import type { Config } from '../config'
import { findFullWebhooks, findLastTried } from '../webhooks/delivery.record'
import type { MailRecord } from './mail.record'
import { findSubscriberById } from './subscriber.record'
import { UserModel } from '../accounts/user.record'
import { findWebhookById } from '../webhooks/webhook.record'
import { findInvited } from '../members/members.record'
import type { Log } from '../base/log'
import { type Mail, wordingFor, type Writing, type Written } from './send-mail'
import { joinPath, resetMs, resetToken, subscriberToken } from '../base/seal'
import { openAddress } from '../webhooks/find-address'
import { letter } from './mail.presenter'
import { switchOffMailId } from '../webhooks/send-webhooks'
import { writeDigest } from './write-digest'

/** @returns null when the mail is no longer needed */
export async function writeMail(config: Config, log: Log, record: MailRecord): Promise<Mail | null> {
  const origin = config.publicUrl
  if (origin === null) return null
  const messageId = `<${record._id}@${new URL(origin).hostname}>`
  const written = await writers[record.kind]({ config, log, origin }, record)
  return written && { messageId, ...written }
}

const writers: Record<MailRecord['kind'], (writing: Writing, record: MailRecord) => Promise<Written | null>> =
  {
    reset: writeReset,
    confirm: writeConfirm,
    digest: writeDigest,
    webhook: writeSwitchedOff,
    token: writeNewAccess,
    address: writeNewAccess,
    join: writeJoin,
  }

async function writeReset(
  { config: { secrets }, origin }: Writing,
  record: MailRecord,
): Promise<Written | null> {
  const { email, createdAt } = record
  const user = email === null ? null : await UserModel.findOne({ email, deletedAt: null }).lean()
  const expiresAt = new Date(createdAt.getTime() + resetMs)
  if (!user || expiresAt < new Date()) return null
  const wording = wordingFor(user, record)
  const { m } = wording
  return {
    to: user.email,
    ...letter(wording, {
      subject: m.mail_reset_subject(),
      what: m.mail_reset_asked({ email: user.email }),
      steps: [m.mail_reset_within()],
      url: `${origin}${pageRoutes.reset}#${resetToken(secrets.pepper, user, expiresAt)}`,
      action: m.mail_reset_action(),
      foot: m.mail_reset_otherwise(),
    }),
  }
}

/** The mail contains no words of a visitor, because a person who enters an address must not be able to write to it. */
async function writeConfirm(
  { config: { secrets }, origin }: Writing,
  { user }: MailRecord,
): Promise<Written | null> {
  const subscriber = user && (await findSubscriberById(user))
  if (!subscriber || subscriber.confirmedAt) return null
  const { email, key } = subscriber
  const url = `${origin}${pageRoutes.confirm}#${subscriberToken(secrets.pepper, 'confirm', key)}`
  const stopUrl = `${origin}${pagePaths.stop(subscriberToken(secrets.pepper, 'stop', key))}`
  const wording = wordingFor(subscriber)
  const { m } = wording
  return {
    ...{ to: email, stopUrl },
    ...letter(wording, {
      subject: m.mail_confirm_subject(),
      what: m.mail_confirm_asked({ host: new URL(url).host }),
      steps: [m.mail_confirm_within()],
      url,
      action: m.mail_confirm_action(),
      foot: m.mail_confirm_otherwise(),
      footLink: { url: stopUrl, words: m.mail_confirm_forget() },
    }),
  }
}

/** Invites to work on a project. @returns null when the invitation was used, withdrawn or has ended */
async function writeJoin(
  { config: { secrets }, origin }: Writing,
  record: MailRecord,
): Promise<Written | null> {
  const { email, about: id = '' } = record
  const found = email === null ? null : await findInvited(id)
  if (!email || !found?.isOpen) return null
  const url = `${origin}${joinPath(secrets.pepper, id)}`
  const { name: project, ownerName: owner } = found.project
  const user = await UserModel.findOne({ email, deletedAt: null }, { language: 1 }).lean()
  const wording = wordingFor(user, record)
  const { m } = wording
  return {
    to: email,
    ...letter(wording, {
      subject: m.mail_join_subject({ owner, project }),
      what: m.mail_join_what({ project, host: new URL(url).host }),
      steps: [m.mail_join_within({ count: limits.invitationDays })],
      url,
      action: m.mail_join_action(),
      foot: m.mail_join_otherwise(),
    }),
  }
}

/** Tells an account about a new API token or a new address of a webhook. */
async function writeNewAccess(
  { origin }: Writing,
  { user: _id, kind, about = '' }: MailRecord,
): Promise<Written | null> {
  const user = _id && (await UserModel.findOne({ _id, deletedAt: null }, { email: 1, language: 1 }).lean())
  if (!user) return null
  const wording = wordingFor(user)
  const { m } = wording
  const isToken = kind === 'token'
  return {
    to: user.email,
    ...letter(wording, {
      subject: isToken ? m.mail_token_subject() : m.mail_address_subject(),
      what: isToken ? m.mail_token_what({ about }) : m.mail_address_what({ about }),
      steps: [m.mail_access_otherwise()],
      url: `${origin}${pageRoutes.account}`,
      action: m.mail_access_action(),
      foot: m.mail_access_why(),
    }),
  }
}

/** Tells an owner that their webhook was switched off, unless it is gone or was turned on again. */
async function writeSwitchedOff(
  { config: { secrets }, origin }: Writing,
  { _id, user: userId, webhook: webhookId }: MailRecord,
): Promise<Written | null> {
  if (!userId || !webhookId) return null
  const [user, webhook] = await Promise.all([
    UserModel.findOne({ _id: userId, deletedAt: null }, { email: 1, language: 1 }).lean(),
    findWebhookById(webhookId),
  ])
  if (!user || !webhook || switchOffMailId(webhook) !== _id) return null
  const url = openAddress(secrets.pepper, webhook.sealed)?.url
  const wording = wordingFor(user)
  const { m } = wording
  return {
    to: user.email,
    ...letter(wording, {
      subject: m.mail_webhook_subject(),
      // Any part of the address may be a secret of a chat.
      what:
        url === undefined ? m.mail_webhook_what_hidden() : m.mail_webhook_what({ host: new URL(url).host }),
      steps: [await reasonOf(wording, webhookId), m.mail_webhook_next()],
      url: `${origin}${pageRoutes.developers}`,
      action: m.mail_webhook_action(),
      foot: m.mail_webhook_why(),
    }),
  }
}

async function reasonOf(
  { m, format }: Wording,
  webhook: NonNullable<MailRecord['webhook']>,
): Promise<string> {
  const full = await findFullWebhooks([webhook])
  if (full.size > 0) return m.mail_webhook_waiting({ count: limits.deliveriesWaiting.toLocaleString(format) })
  const last = await findLastTried(webhook)
  if (last?.problem) return m.mail_webhook_problem({ problem: last.problem })
  return last?.status ? m.mail_webhook_status({ status: last.status }) : m.mail_webhook_none()
}
