import { setTimeout as pause } from 'node:timers/promises'
import { pagePaths, pageRoutes } from '@pinmark/shared/paths'
import type { Courtesy } from '../../base/courtesy'
import type { Config } from '../../config'
import { isThread, wordsOf } from '../../models/comment'
import { findDueMail, finishMail, postponeMail, type MailRecord } from '../../models/mail'
import { findNoticeSettings, modeFor } from '../../models/notices'
import { countOpen, findMessages, findThreadsOf, findToldProjects } from '../../models/told'
import { UserModel } from '../../models/user'
import type { Log } from '../../platform/log'
import { createMailer, type Mail } from '../../platform/mail/send-mail'
import { resetMs, resetToken } from '../../platform/reset-token'
import { stopToken } from '../../platform/stop-token'
import { maxItems, writeDigestMail, writeResetMail } from '../../presenters/mail'
import { drawSpots } from './spot-pictures'

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
  const mail = await writeMail(config, log, record)
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
async function writeMail(config: Config, log: Log, record: MailRecord): Promise<Mail | null> {
  if (config.publicUrl === null) return null
  const messageId = `<${record._id}@${new URL(config.publicUrl).hostname}>`
  const written =
    record.kind === 'reset'
      ? await writeReset(config, config.publicUrl, record)
      : await writeDigest(config, log, config.publicUrl, record)
  return written && { messageId, ...written }
}

type Written = Omit<Mail, 'messageId'>

async function writeReset(
  { secrets }: Config,
  origin: string,
  { email, createdAt }: MailRecord,
): Promise<Written | null> {
  const user = email === null ? null : await UserModel.findOne({ email, deletedAt: null }).lean()
  const expiresAt = new Date(createdAt.getTime() + resetMs)
  if (!user || expiresAt < new Date()) return null
  const url = `${origin}${pageRoutes.reset}#${resetToken(secrets.pepper, user, expiresAt)}`
  return { to: user.email, ...writeResetMail(user.email, url) }
}

/** Says what is true now: what was deleted meanwhile is left out, and a mail of nothing is not sent. */
async function writeDigest(
  { secrets }: Config,
  log: Log,
  origin: string,
  { user: userId, project: projectId, messages: ids }: MailRecord,
): Promise<Written | null> {
  if (!userId || !projectId) return null
  const [user, settings, projects, found] = await Promise.all([
    UserModel.findOne({ _id: userId, deletedAt: null }).lean(),
    findNoticeSettings(userId),
    findToldProjects([projectId]),
    findMessages(ids),
  ])
  const project = projects.get(projectId.toHexString())
  const mode = modeFor(settings, projectId)
  if (!user || !project || project.deletedAt || mode === 'off') return null
  const messages = ids
    .flatMap((id) => found.get(id.toHexString()) ?? [])
    .filter(({ deletedAt }) => !deletedAt)
  const threads = await findThreadsOf(messages)
  const projectUrl = `${origin}${pagePaths.project(project.linkId)}`
  const told = messages.flatMap((message) => {
    const thread = isThread(message) ? message : threads.get(message.parent)
    const design = project.designs.find(({ publicId }) => publicId === thread?.design)
    // On a design in the trash.
    if (!thread || !design) return []
    return [{ message, thread, design }]
  })
  if (told.length === 0) return null
  const shown = new Set(told.slice(0, maxItems).map(({ thread }) => thread))
  const pictures = await drawSpots(project, shown, log)
  const items = told.map(({ message, thread, design }) => {
    const what = isThread(message) ? `comment ${thread.number}` : `reply to comment ${thread.number}`
    return {
      ...{ place: `${design.title}, ${what}`, action: `Open comment ${thread.number}` },
      url: `${projectUrl}?comment=${encodeURIComponent(thread.publicId)}`,
      ...{ by: message.commenter, at: message.createdAt, words: wordsOf(message) },
      picture: pictures.has(thread.publicId) ? cidOf(thread.publicId, origin) : undefined,
    }
  })
  const token = stopToken(secrets.pepper, { user: user.publicId, project: project.publicId })
  const stopUrl = `${origin}${pagePaths.stop(token)}`
  return {
    to: user.email,
    stopUrl,
    pictures: [...pictures].map(([id, bytes]) => ({ cid: cidOf(id, origin), bytes })),
    ...writeDigestMail({
      ...{ project: project.name, projectUrl, items, open: await countOpen(projectId), stopUrl },
      isDigest: mode === 'digest',
      settingsUrl: `${origin}${pageRoutes.account}`,
    }),
  }
}

/** Under which the HTML of a mail names a picture of it (RFC 2392). */
function cidOf(commentId: string, origin: string): string {
  return `${commentId}@${new URL(origin).hostname}`
}
