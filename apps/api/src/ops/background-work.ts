import type { Log } from '../base/log'
import { BackgroundPace } from '../base/pace'
import type { Config } from '../config'
import { startTasks } from '../core/run-tasks'
import { placing } from '../designs/place-comments'
import { runDigests } from '../mail/notices'
import { mailTasks } from '../mail/send-mails'
import { keepReadingEvents } from '../outbox/read-events'
import { delivering } from '../webhooks/send-webhooks'
import { limits } from '@pinmark/shared/limits'
import { attemptEach } from '../base/failures'
import { deleteOrphanImages } from '../images/image-upkeep.record'
import { hideProjectsOfDeletedAccounts, removeDeletedAccounts } from '../accounts/account-removal.record'
import { deleteRemovedPictures, deleteUnusedPictures } from '../comments/pictures.record'
import { removeDeletedComments, removeDeletedDesigns, removeDeletedProjects } from './sweep.record'
import { forgetSubscribersShutOut } from '../mail/subscriber.record'
import { sweepWebhooks } from '../webhooks/webhook.record'

/** Does the work that outlives requests: places comments, reads the events of projects, and sends mails and messages to
 *  webhooks. Several processes may do it at the same time.
 *  @returns a function that ends it, after what is under way */
export function startBackgroundWork(config: Config, log: Log): () => Promise<void> {
  if (!config.hasOutbox) return startTasks([placing], log)
  const stopping = new AbortController()
  const { signal } = stopping
  const pace = new BackgroundPace()
  const works = [placing, delivering({ settings: config, log, pace }), ...mailTasks(config, log, pace)]
  const endTasks = startTasks(works, log)
  const reading = keepReadingEvents({ config, log, pace, signal })
  const digests = config.mail === null ? null : runDigests(log, signal)
  return async () => {
    stopping.abort()
    await Promise.all([endTasks(), reading, digests])
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Time between the end of the restore period and the removal, for clocks that differ and for a restore that has just
 *  begun. */
const marginMs = 5 * minuteMs
const everyMs = 10 * minuteMs
/** Only a crash during an upload leaves an image without a project, and finding one takes a scan of all images. The first
 *  scan follows soon after the start, because a server that is restarted every night would never reach the next day. */
const orphansEveryMs = dayMs
const firstOrphansMs = hourMs

/** Permanently removes what can no longer be restored. Several processes may run each step at once, and each step can
 *  start again after a crash. */
export async function sweep(now = new Date(), signal?: AbortSignal): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const endOfUndo = ago(limits.commentUndoMs + marginMs)
  const endOfTrash = ago(limits.trashDays * dayMs + marginMs)
  await runSteps(signal, [
    () => removeDeletedComments(endOfUndo),
    () => deleteRemovedPictures(endOfUndo),
    () => deleteUnusedPictures(ago(limits.picture.waitsMs + marginMs)),
    forgetSubscribersShutOut,
    () => sweepWebhooks(endOfUndo),
    () => removeDeletedDesigns(endOfTrash),
    () => removeDeletedProjects(endOfTrash),
  ])
}

/** Removes deleted accounts and all their data, once no request from before the deletion
 *  can be under way. An upload takes longer to arrive, but its login is checked again then. */
export async function sweepAccounts(now = new Date(), signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - marginMs)
  await runSteps(signal, [hideProjectsOfDeletedAccounts, () => removeDeletedAccounts(before)])
}

/** Runs steps one after the other, until the signal aborts. A step that fails does not stop the others. */
async function runSteps(signal: AbortSignal | undefined, steps: (() => Promise<unknown>)[]): Promise<void> {
  await attemptEach(steps, async (step) => signal?.aborted || step())
}

/** Sweeps periodically. @returns a function that ends it, after the step in progress */
export function startSweeping(log: Log): () => Promise<void> {
  let current = Promise.resolve()
  const stopping = new AbortController()
  const { signal } = stopping
  const inTurn = (work: () => Promise<unknown>) => () => {
    current = current
      .then(() => runSteps(signal, [work]))
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'a sweep failed; the next one retries'),
      )
  }
  const sweepOrphans = inTurn(() => deleteOrphanImages(new Date(Date.now() - hourMs)))

  const timers = [
    setInterval(
      inTurn(() => sweep(new Date(), signal)),
      everyMs,
    ),
    setInterval(
      inTurn(() => sweepAccounts(new Date(), signal)),
      minuteMs,
    ),
    setTimeout(sweepOrphans, firstOrphansMs),
    setInterval(sweepOrphans, orphansEveryMs),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearTimeout(timer)
    stopping.abort()
    return current
  }
}
