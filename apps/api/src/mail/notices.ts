import { interruptiblePause } from '../base/pace'
import { idFrom } from '../base/sha256'
import { lastDigestAt, storeMail } from './mail.record'
import {
  findNoticeSettings,
  findWaiting,
  findWaitingGroups,
  finishNotices,
  modeFor,
  storeNotices,
  type NewNotice,
  type NoticeGroup,
  type WaitingGroup,
} from './notices.record'
import type { OutboxProject } from '../outbox/outbox-reads.record'
import { accountKey } from '../visits/visitor-key'
import type { Log } from '../base/log'
import type { ProjectEvent } from '../outbox/events'

/** A burst of comments ends after this time without a new one. */
const quietMs = 2 * 60_000
/** Least time between two digests about one project, and longest duration of a burst. Comments that arrive every
 *  minute cannot delay the digest any longer. */
const digestEveryMs = 60 * 60_000
const lookEveryMs = 5_000

/** Stores notices of comments, replies and verdicts for the owners of their projects. Authors get no notice of
 *  their own words. */
export async function storeOwnersNotices(
  events: readonly ProjectEvent[],
  projects: ReadonlyMap<string, OutboxProject>,
): Promise<void> {
  const notices = events.flatMap((event): NewNotice[] => {
    const project = projects.get(event.project.toHexString())
    if (!project) return []
    const user = project.owner
    const notice = { _id: idFrom(`${event.id} ${user.toHexString()}`), user, project: project._id }
    if (event.kind === 'verdict') {
      const { _id: verdict, visitor, at } = event.verdict
      return visitor === accountKey(user) ? [] : [{ ...notice, message: null, version: null, verdict, at }]
    }
    const message = event.kind === 'comment' ? event.thread : event.kind === 'reply' ? event.reply : null
    if (!message || message.byOwner) return []
    return [{ ...notice, message: message._id, version: null, at: message.storedAt }]
  })
  await storeNotices(notices)
}

/** Makes mails from notices that have waited long enough, until the signal aborts. */
export async function runDigestLoop(log: Log, signal: AbortSignal): Promise<void> {
  let after: NoticeGroup | null = null
  while (!signal.aborted) {
    after = await makeDigests(new Date(), after, (error) =>
      log.warn({ err: error }, 'a digest could not be made'),
    )
    await interruptiblePause(lookEveryMs, signal)
  }
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
