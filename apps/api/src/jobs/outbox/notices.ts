import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { lastDigestAt, storeMail } from '../../models/mail'
import {
  findNoticeSettings,
  findWaiting,
  findWaitingGroups,
  finishNotices,
  modeFor,
  storeNotices,
  type NoticeGroup,
} from '../../models/notices'
import type { ToldProject } from '../../models/told'
import type { ProjectEvent } from './events'

/** Nothing was said for this long: the spell is over. */
const quietMs = 2 * 60_000
/** Between two digests about one project, and for the longest spell: someone who says a word every minute does not keep the
 *  owner from hearing of it. */
const digestEveryMs = 60 * 60_000
const lookEveryMs = 5_000

const hashOf = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

/** Stores notices of comments and replies for the owners of their projects. Nobody gets a notice of their own words. */
export async function storeOwnersNotices(
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, ToldProject>,
): Promise<void> {
  const notices = events.flatMap((event) => {
    const project = projects.get(event.project.toHexString())
    const message = event.kind === 'comment' ? event.thread : event.kind === 'reply' ? event.reply : null
    if (!project || !message || message.byOwner) return []
    const user = project.owner
    const _id = hashOf(`${event.id} ${user.toHexString()}`)
    return [{ _id, user, project: project._id, message: message._id, at: message.storedAt }]
  })
  await storeNotices(notices)
}

/** Makes mails of what has waited long enough, until the signal comes. */
export async function makeDigestsAgainAndAgain(signal: AbortSignal): Promise<void> {
  let after: NoticeGroup | null = null
  while (!signal.aborted) {
    after = await makeDigests(new Date(), after)
    await pause(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** The mail is stored before its notices are done, under an id that follows from the first of them: a crash in between makes
 *  the same mail again.
 *  @param after where the last look ended
 *  @returns where the next one begins */
export async function makeDigests(now: Date, after: NoticeGroup | null = null): Promise<NoticeGroup | null> {
  const { groups, next } = await findWaitingGroups(after)
  for (const { firstAt, lastAt, ...group } of groups) {
    const mode = modeFor(await findNoticeSettings(group.user), group.project)
    if (mode === 'digest') {
      const isQuiet = lastAt.getTime() <= now.getTime() - quietMs
      if (!isQuiet && firstAt.getTime() > now.getTime() - digestEveryMs) continue
      const lastDigest = await lastDigestAt(group.user, group.project)
      if (lastDigest && lastDigest.getTime() > now.getTime() - digestEveryMs) continue
    }
    const messages = await findWaiting(group)
    const [first] = messages
    if (!first) continue
    if (mode === 'off') {
      await finishNotices(group, messages)
      continue
    }
    const _id = hashOf(`digest ${first.toHexString()} ${group.user.toHexString()}`)
    const mail = await storeMail({ _id, kind: 'digest', ...group, messages })
    await finishNotices(group, mail.messages)
  }
  return next
}
