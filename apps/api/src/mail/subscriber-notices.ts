import type { Types } from 'mongoose'
import { idFrom } from '../base/sha256'
import type { ReplyRecord } from '../comments/comment.record'
import { storeNotices } from './notices.record'
import { findSubscribersOf, type SubscriberRecord } from './subscriber.record'
import { findWriters, type OutboxProject } from '../outbox/outbox-reads.record'
import { findEmails } from '../accounts/user.record'
import { accountKey, authorKey } from '../visits/visitor-key'
import type { ProjectEvent } from '../outbox/events'

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
