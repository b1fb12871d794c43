import type { BackgroundPace } from '../../base/background-pace'
import { interruptiblePause } from '../../base/interruptible-pause'
import type { Config } from '../../config'
import { findUnread, finishUnread } from '../../models/event'
import { findOutboxProjects } from '../../models/outbox-reads'
import type { Log } from '../../platform/log'
import { eventsOf, type ProjectEvent } from './events'
import { storeOwnersNotices } from './notices'
import { storeSubscribersNotices } from './subscriber-notices'
import { storeWebhookMessages } from './webhook-messages'

/** Of messages, and of events. */
const maxUnread = 250
/** Pause between two looks. */
const lookEveryMs = 500
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
    // A reader that is behind pauses for nobody.
    if (unread.hasMore) continue
    await interruptiblePause(lookEveryMs, signal)
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
