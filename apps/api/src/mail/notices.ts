import type { Types } from 'mongoose'
import { findEmails } from '../accounts/user.record'
import { idFrom } from '../base/ids'
import type { Log } from '../base/log'
import { repeat } from '../base/pace'
import type { ReplyRecord } from '../comments/comment.record'
import { lastDigestAt, storeMail } from './mail.record'
import {
  findNoticeSettings,
  findWaiting,
  findWaitingGroups,
  finishNotices,
  modeFor,
  type NewNotice,
  type NoticeGroup,
  storeNotices,
  type WaitingGroup,
} from './notices.record'
import { findSubscribersOf, type SubscriberRecord } from './subscriber.record'
import { type ProjectEvent, findWriters, type OutboxProject } from '../outbox/outbox.record'
import { designersOf } from '../projects/link-state'
import { accountKey, authorKey } from '../visits/visit.record'

/** A burst of comments ends after this time without a new one. */
const quietMs = 2 * 60_000
/** Least time between two digests about one project, and longest duration of a burst. Comments that arrive every
 *  minute cannot delay the digest any longer. */
const digestEveryMs = 60 * 60_000
const lookEveryMs = 5_000

/** Stores notices of comments, replies and verdicts of guests for the designers of their projects. Authors get no
 *  notice of their own words. */
export async function storeDesignersNotices(
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, OutboxProject>,
): Promise<void> {
  const notices = events.flatMap((event): NewNotice[] => {
    const project = projects.get(event.project.toHexString())
    if (!project) return []
    const designers = designersOf(project)
    const toEach = (notice: Pick<NewNotice, 'message' | 'verdict' | 'at'>) =>
      designers.map((user) => ({
        ...{ _id: idFrom(`${event.id} ${user.toHexString()}`), user, project: project._id },
        ...{ version: null, ...notice },
      }))
    if (event.kind === 'verdict') {
      const { _id: verdict, visitor, at } = event.verdict
      const isTheirs = designers.some((user) => visitor === accountKey(user))
      return isTheirs ? [] : toEach({ message: null, verdict, at })
    }
    const message = event.kind === 'comment' ? event.thread : event.kind === 'reply' ? event.reply : null
    if (!message || message.byOwner) return []
    return toEach({ message: message._id, at: message.storedAt })
  })
  await storeNotices(notices)
}

/** Makes mails from notices that have waited long enough, until the signal aborts. */
export async function runDigests(log: Log, signal: AbortSignal): Promise<void> {
  let after: NoticeGroup | null = null
  await repeat(
    async () => {
      after = await makeDigests(new Date(), after, (error) =>
        log.warn({ err: error }, 'a digest could not be made'),
      )
    },
    { everyMs: lookEveryMs, log, signal },
  )
}

/** The mail is stored before its notices are done, under an id derived from the first of them, so that a
 *  crash in between produces the same mail. Visitors have no settings, so they get the digest, which is the
 *  default.
 *  @param after the end of the previous batch
 *  @param onFailure gets the failure of one digest, which stops no other
 *  @returns the beginning of the next batch */
export async function makeDigests(
  now: Date,
  after: NoticeGroup | null,
  onFailure: (error: unknown) => void,
): Promise<NoticeGroup | null> {
  const { groups, next } = await findWaitingGroups(after)
  for (const group of groups) await makeDigest(now, group).catch(onFailure)
  return next
}

async function makeDigest(now: Date, { firstAt, lastAt, ...group }: WaitingGroup): Promise<void> {
  const mode = modeFor(await findNoticeSettings(group.user), group.project)
  if (mode === 'digest') {
    const isQuiet = lastAt.getTime() <= now.getTime() - quietMs
    if (!isQuiet && firstAt.getTime() > now.getTime() - digestEveryMs) return
    const lastDigest = await lastDigestAt(group.user, group.project)
    if (lastDigest && lastDigest.getTime() > now.getTime() - digestEveryMs) return
  }
  const content = await findWaiting(group)
  const [first] = content.notices
  if (first === undefined) return
  if (mode === 'off') return finishNotices(content.notices)
  const stored = await storeMail({ _id: idFrom(`digest ${first}`), kind: 'digest', ...group, ...content })
  await finishNotices(stored.notices)
}

/** Stores notices for visitors who left an address: of replies in threads that they wrote in, and of new versions.
 *  Authors get no notice of their own events at any of their addresses, and no address gets two notices of one event. */
export async function storeSubscribersNotices(
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, OutboxProject>,
): Promise<void> {
  const news = events.flatMap((event) => newsOf(event, projects.get(event.project.toHexString())) ?? [])
  if (news.length === 0) return
  const subscribers = await findSubscribersOf([...new Set(news.map(({ project }) => project))])
  if (subscribers.length === 0) return
  const emails = await findEmails(news.flatMap(({ account }) => account ?? []))
  const writers = await findWritersOf(news, subscribers)

  await storeNotices(
    news.flatMap(({ id, project, by, account, reply, version, at }) => {
      const here = subscribers.filter((one) => one.project.equals(project))
      const own = new Set(here.filter(({ visitor }) => visitor === by).map(({ email }) => email))
      const ownEmail = account && emails.get(account.toHexString())
      if (ownEmail) own.add(ownEmail)
      const recipients = here.filter(
        ({ visitor, email, confirmedAt }) =>
          !own.has(email) &&
          isSince(at, confirmedAt) &&
          (!reply || writers(project, reply.thread).has(visitor)),
      )
      const isFirst = ({ email }: SubscriberRecord, index: number) =>
        recipients.findIndex((one) => one.email === email) === index
      return recipients.filter(isFirst).map(({ _id: user }) => ({
        ...{ _id: idFrom(`${id} ${user.toHexString()}`), user, project, at },
        ...{ message: reply?._id ?? null, version },
      }))
    }),
  )
}

interface News {
  id: string
  project: Types.ObjectId
  at: Date
  /** The key of the event's author. */
  by: string | null
  /** The account of that person. */
  account: Types.ObjectId | null
  reply: ReplyRecord | null
  version: string | null
}

function newsOf({ id, ...event }: ProjectEvent, project: OutboxProject | undefined): News | null {
  if (!project) return null
  if (event.kind === 'reply') {
    const { author, storedAt: at } = event.reply
    const { user: account } = author
    return { id, project: project._id, at, by: authorKey(author), account, reply: event.reply, version: null }
  }
  if (event.kind !== 'version') return null
  const { owner: account } = project
  const { at, version } = event
  return { id, project: project._id, at, by: accountKey(account), account, reply: null, version }
}

/** Events before the confirmation of an address are left out. */
function isSince(at: Date, confirmedAt: Date | null): boolean {
  return confirmedAt !== null && at >= confirmedAt
}

/** Reads only threads of projects with subscribers. */
async function findWritersOf(news: readonly News[], subscribers: readonly SubscriberRecord[]) {
  const found = new Map<string, Set<string>>()
  const keyOf = (project: Types.ObjectId, thread: number) => `${project.toHexString()} ${thread}`
  const projects = new Map(subscribers.map(({ project }) => [project.toHexString(), project]))
  for (const project of projects.values()) {
    const numbers = news.flatMap((one) => (one.reply && one.project.equals(project) ? one.reply.thread : []))
    if (numbers.length === 0) continue
    for (const [thread, writers] of await findWriters(project, [...new Set(numbers)])) {
      found.set(keyOf(project, thread), writers)
    }
  }
  return (project: Types.ObjectId, thread: number) => found.get(keyOf(project, thread)) ?? new Set<string>()
}
