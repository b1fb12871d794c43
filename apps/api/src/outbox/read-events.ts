/** Reads the events of changes, for mail and webhooks. docs/decisions/0061-the-outbox.md */
import type { Log } from '../base/log'
import { type BackgroundPace, repeat } from '../base/pace'
import type { Config } from '../config'
import { findUnread, finishUnread } from '../core/event'
import { storeDesignersNotices, storeSubscribersNotices } from '../mail/notices'
import { storeWebhookMessages } from '../webhooks/webhook-messages'
import { listeningSince } from '../webhooks/webhook.record'
import { eventsOf, type ProjectEvent, findOutboxProjects } from './outbox.record'

/** Older events are no longer sent by mail. */
const newsMs = 3 * 24 * 60 * 60_000
/** Of messages, and of events. */
const maxUnread = 250
/** Pause between two reads. */
const everyMs = 500
/** The same while visitors are served. */
const whileBusyMs = 2_000

interface Reading {
  config: Pick<Config, 'publicUrl' | 'mail'>
  log: Log
  signal: AbortSignal
}

/** Reads events as they are stored, until the signal aborts. Several processes may read at the same time. */
export async function keepReadingEvents(reading: Reading & { pace: BackgroundPace }): Promise<void> {
  const { config, log, pace, signal } = reading
  const read = async () => {
    const since = await toldSince(config)
    if (since) await readEvents(since, reading)
    await pace.waitIfBusy(whileBusyMs, signal)
  }
  await repeat(read, { everyMs, log, signal })
}

/** The time of the first event that has a receiver; null without receivers. Mail covers only recent events. */
async function toldSince({ mail }: Pick<Config, 'mail'>): Promise<Date | null> {
  const webhooks = await listeningSince()
  if (mail === null) return webhooks
  const news = new Date(Date.now() - newsMs)
  return webhooks && webhooks < news ? webhooks : news
}

/** Turns every event that waits into notices and messages. An event is finished afterwards, so that a crash in between, or
 *  a second process, repeats it, and gives the same messages under the same ids.
 *  @param since earlier events are skipped */
export async function readEvents(since: Date, { config, log, signal }: Reading): Promise<void> {
  let hasMore = true
  while (hasMore && !signal.aborted) {
    const unread = await findUnread(since, maxUnread)
    const events = await eventsOf(unread)
    if (events.length > 0) await storeMessages({ config, log }, events)
    await finishUnread(unread)
    hasMore = unread.hasMore
  }
}

async function storeMessages(
  { config, log }: Pick<Reading, 'config' | 'log'>,
  events: readonly ProjectEvent[],
): Promise<void> {
  const projects = await findOutboxProjects(events.map(({ project }) => project))
  await storeWebhookMessages({ config, log }, events, projects)
  if (config.mail === null) return
  await storeDesignersNotices(events, projects)
  await storeSubscribersNotices(events, projects)
}
