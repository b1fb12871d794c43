import { setTimeout as pause } from 'node:timers/promises'
import { pageRoutes } from '@pinmark/shared/paths'
import type { Courtesy } from '../../base/courtesy'
import type { Config } from '../../config'
import { findDueMail, finishMail, postponeMail, type MailRecord } from '../../models/mail'
import { UserModel } from '../../models/user'
import type { Log } from '../../platform/log'
import { createMailer, type Mail } from '../../platform/mail/send-mail'
import { resetMs, resetToken } from '../../platform/reset-token'
import { writeResetMail } from '../../presenters/mail'

const everyMs = 1_000
const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** Greylisting servers refuse the first try, and take the second one some minutes later. */
const retryWaitsMs = [
  ...[10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs],
  ...[hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs],
] as const

interface SendingOptions {
  config: Config
  log: Log
  courtesy: Courtesy
  signal: AbortSignal
}

/** Sends mails one after the other until the signal comes. One that was taken by its server just before a crash is sent again,
 *  under the same Message-ID. */
export async function sendMails({ config, log, courtesy, signal }: SendingOptions): Promise<void> {
  if (config.mail === null) return
  const mailer = createMailer(config.mail)
  try {
    while (!signal.aborted) {
      const record = await findDueMail()
      if (!record) {
        await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
        continue
      }
      await courtesy.wait()
      await sendOne(config, mailer.send, log, record)
    }
  } finally {
    mailer.close()
  }
}

async function sendOne(
  config: Config,
  send: (mail: Mail) => Promise<void>,
  log: Log,
  record: MailRecord,
): Promise<void> {
  const mail = await writeMail(config, record)
  if (!mail) return finishMail(record._id)
  try {
    await send(mail)
  } catch (error) {
    const waitMs = isFinal(error) ? undefined : retryWaitsMs[record.tries]
    // What the server said may repeat the address.
    const code = error instanceof Error && 'responseCode' in error ? error.responseCode : null
    log.warn({ mail: record._id, kind: record.kind, code, tries: record.tries + 1 }, 'a mail was not taken')
    return waitMs === undefined ? finishMail(record._id) : postponeMail(record._id, waitMs)
  }
  await finishMail(record._id)
}

/** A server that says 5xx to a receiver will say it again; to everything else a later try may help. */
function isFinal(error: unknown): boolean {
  const isAboutReceiver = error instanceof Error && 'command' in error && error.command === 'RCPT TO'
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return isAboutReceiver && code >= 500
}

/** @returns null when it is of no use any more */
async function writeMail(config: Config, record: MailRecord): Promise<Mail | null> {
  const { publicUrl } = config
  if (publicUrl === null || record.kind !== 'reset' || record.email === null) return null
  const user = await UserModel.findOne({ email: record.email, deletedAt: null }).lean()
  const expiresAt = new Date(record.createdAt.getTime() + resetMs)
  if (!user || expiresAt < new Date()) return null
  const url = `${publicUrl}${pageRoutes.reset}#${resetToken(config.secrets.pepper, user, expiresAt)}`
  return {
    to: user.email,
    messageId: `<${record._id}@${new URL(publicUrl).hostname}>`,
    ...writeResetMail(user.email, url),
  }
}
