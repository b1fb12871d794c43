import { newPublicId } from '../base/ids'
import { BackgroundPace, interruptiblePause } from '../base/pace'
import type { Config } from '../config'
import { extendHold, findOutboxProjects, holdOutbox, outboxWaker, releaseOutbox } from './outbox.record'
import { listeningSince } from '../webhooks/webhook.record'
import type { Log } from '../base/log'
import { runDigestLoop, storeOwnersNotices, storeSubscribersNotices } from '../mail/notices'
import { sendMails } from '../mail/send-mails'
import { sendWebhooks } from '../webhooks/send-webhooks'
import { findUnread, finishUnread } from '../core/event'
import { eventsOf, type ProjectEvent } from './events'
import { storeWebhookMessages } from '../webhooks/webhook-messages'

/** The outbox sends messages about events in projects. One process at a time runs it, and the others wait for that
 *  process to stop or die. docs/decisions/0061-the-outbox.md */

/** After a crash another process takes over this much later. */
const holdMs = 10_000
const extendEveryMs = 3_000
/** Older events are no longer sent by mail. */
const newsMs = 3 * 24 * 60 * 60_000
/** How often a process without the outbox checks whether it is free and whether there are receivers. */
const lookEveryMs = 3_000
const afterFailureMs = 1_000

/** Runs the outbox for as long as the process lives.
 *  @returns a function that ends it, after the messages that are under way */
export function startOutbox(config: Config, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  let wake = () => {}
  outboxWaker.wake = () => wake()
  const waitOrWake = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  stopping.signal.addEventListener('abort', () => wake())

  const run = async () => {
    const holder = newPublicId()
    while (!stopping.signal.aborted) {
      try {
        const since = await toldSince(config)
        if (since && (await holdOutbox(holder, holdMs)))
          await lead({ config, log, holder, since, stop: stopping.signal })
        else await waitOrWake(lookEveryMs)
      } catch (error) {
        log.warn({ err: error }, 'the outbox stopped and will restart in a moment')
        await waitOrWake(afterFailureMs)
      }
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    outboxWaker.wake = () => {}
    await running
  }
}

/** The time of the first event that has a receiver; null without receivers. Mail covers only recent events. */
async function toldSince({ mail }: Config): Promise<Date | null> {
  const webhooks = await listeningSince()
  if (mail === null) return webhooks
  const news = new Date(Date.now() - newsMs)
  return webhooks && webhooks < news ? webhooks : news
}

/** Another process has taken over. */
class OutboxLostError extends Error {
  override readonly name = 'OutboxLostError'
}

interface Lead {
  config: Config
  log: Log
  holder: string
  since: Date
  stop: AbortSignal
}

/** Reads and sends until this process stops, loses the outbox, or has no receivers. */
async function lead({ config, log, holder, since, stop }: Lead): Promise<void> {
  const ending = new AbortController()
  const signal = AbortSignal.any([stop, ending.signal])
  const pace = new BackgroundPace()
  const work = [
    keepHold(config, holder, signal),
    readEvents(since, { config, log, pace, signal }),
    sendWebhooks({ settings: config, log, pace, signal }),
    ...(config.mail === null ? [] : [runDigestLoop(log, signal), sendMails({ config, log, pace, signal })]),
  ]
  // When one of these ends, for any reason, the others end too.
  await Promise.race(work).catch(() => undefined)
  ending.abort()
  const ended = await Promise.allSettled(work)
  await releaseOutbox(holder)
  for (const outcome of ended) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof OutboxLostError)) throw outcome.reason
  }
}

async function keepHold(config: Config, holder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await interruptiblePause(extendEveryMs, signal)
    if (signal.aborted) return
    if ((await toldSince(config)) === null) return
    if (!(await extendHold(holder, holdMs))) throw new OutboxLostError()
  }
}

/** Of messages, and of events. */
const maxUnread = 250
/** Pause between two reads. */
const readEveryMs = 500
/** The same while visitors are served. */
const whileBusyMs = 2_000

interface ReadingOptions {
  config: Pick<Config, 'publicUrl' | 'mail'>
  log: Log
  pace: BackgroundPace
  signal: AbortSignal
}

/** Turns events into notices and messages until the signal aborts. An event is finished afterwards, so that a crash in
 *  between repeats it, and gives the same messages under the same ids.
 *  @param since earlier events are skipped */
export async function readEvents(since: Date, { config, log, pace, signal }: ReadingOptions): Promise<void> {
  while (!signal.aborted) {
    const unread = await findUnread(since, maxUnread)
    const events = await eventsOf(unread)
    if (events.length > 0) await storeMessages({ config, log }, events)
    await finishUnread(unread)
    // A reader that is behind does not pause.
    if (unread.hasMore) continue
    await interruptiblePause(readEveryMs, signal)
    await pace.waitIfBusy(whileBusyMs, signal)
  }
}

async function storeMessages(
  { config, log }: Pick<ReadingOptions, 'config' | 'log'>,
  events: readonly ProjectEvent[],
): Promise<void> {
  const projects = await findOutboxProjects(events.map(({ project }) => project))
  await storeWebhookMessages({ config, log }, events, projects)
  if (config.mail === null) return
  await storeOwnersNotices(events, projects)
  await storeSubscribersNotices(events, projects)
}
