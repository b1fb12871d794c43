import { setTimeout as pause } from 'node:timers/promises'
import type { BackgroundPace } from '../../base/background-pace'
import type { Config } from '../../config'
import { storePosition, type OutboxPosition } from '../../models/outbox'
import { findOutboxProjects } from '../../models/outbox-reads'
import { HistoryLostError, operationTime, readChanges, secondsOf } from '../../platform/durable-changes'
import type { Log } from '../../platform/log'
import { eventPipeline, eventsOf, eventsSince, type ProjectEvent } from './events'
import { storeOwnersNotices } from './notices'
import { storeSubscribersNotices } from './subscriber-notices'
import { storeWebhookMessages } from './webhook-messages'

const maxChanges = 100
/** The same while the reader is behind. */
const maxChangesBehind = 500
const waitMs = 1_000
/** Pause between two batches, so that a hundred comments are read together. */
const restMs = 100
/** The same while visitors are served. Changes wait in the history of the database. */
const whileBusyMs = 2_000
/** A reader that is further behind no longer pauses for visitors. Otherwise a long flood of comments, which keeps the
 *  process busy, could fill the history before its changes are read. */
const behindSeconds = 30
/** Without changes, the position is stored this often, so that it stays within the history of the database. */
const keepPositionMs = 60_000
/** Tolerance for clocks that differ and for writes that were under way. */
const marginSeconds = 60

/** Covers the time between adding the first webhook and the first read. */
const justNowSeconds = 10 * 60

export class OutboxLostError extends Error {
  override readonly name = 'OutboxLostError'
}

export interface ReadingOptions {
  config: Pick<Config, 'publicUrl' | 'mail'>
  holder: string
  log: Log
  pace: BackgroundPace
  signal: AbortSignal
}

/** Turns stored changes into messages, from the position of the last process until the signal aborts. The position is
 *  stored after the messages, so that a crash in between repeats them under the same ids.
 *  @param since earlier changes are skipped
 *  @throws OutboxLostError when another process has taken over */
export async function readEvents(
  position: OutboxPosition,
  since: Date,
  options: ReadingOptions,
): Promise<void> {
  const from = firstSeconds(position, since)
  const start =
    position.resume !== null && from === position.seconds
      ? { resumeAfter: position.resume }
      : { startAtOperationTime: operationTime(from) }
  try {
    await follow(start, options)
  } catch (error) {
    if (!(error instanceof HistoryLostError)) throw error
    await catchUp(from, options)
  }
}

/** The position to begin at: the one of the last process, or a later one if there were no receivers for a while. A
 *  database without a position, such as a restored one, begins at the present. */
function firstSeconds({ seconds }: OutboxPosition, since: Date): number {
  const sinceSeconds = Math.floor(since.getTime() / 1_000) - marginSeconds
  const justNow = Math.floor(Date.now() / 1_000) - justNowSeconds
  return Math.max(seconds === 0 ? justNow : seconds, sinceSeconds)
}

async function follow(
  start: Parameters<typeof readChanges>[0]['start'],
  options: ReadingOptions,
): Promise<void> {
  const { holder, pace, signal } = options
  let storedAt = 0
  let seconds = Math.floor(Date.now() / 1_000)
  let isBehind = false
  const reading = {
    ...{ pipeline: eventPipeline, start, waitMs },
    maxChanges: () => (isBehind ? maxChangesBehind : maxChanges),
  }
  for await (const batch of readChanges(reading)) {
    if (signal.aborted) return
    const last = batch.changes.at(-1)
    if (last) {
      seconds = secondsOf(last.clusterTime)
      await storeMessages(options, await eventsOf(batch))
    }
    if (last || Date.now() > storedAt + keepPositionMs) {
      if (!last) seconds = Math.floor(Date.now() / 1_000)
      if (!(await storePosition(holder, { resume: batch.resume, seconds }))) throw new OutboxLostError()
      storedAt = Date.now()
    }
    if (last) await pause(restMs)
    isBehind = last !== undefined && seconds < Date.now() / 1_000 - behindSeconds
    if (!isBehind) await pace.waitIfBusy(whileBusyMs, signal)
  }
}

async function storeMessages(
  { config, log }: Pick<ReadingOptions, 'config' | 'log'>,
  events: readonly ProjectEvent[],
): Promise<void> {
  if (events.length === 0) return
  const projects = await findOutboxProjects(events.map(({ project }) => project))
  await storeWebhookMessages({ config, log }, events, projects)
  if (config.mail === null) return
  await storeOwnersNotices(events, projects)
  await storeSubscribersNotices(events, projects)
}

/** The history of the database no longer reaches back to the reader's position. What the documents still show of the time
 *  since then is found by their own dates. */
async function catchUp(seconds: number, options: ReadingOptions): Promise<void> {
  const { holder, log } = options
  log.warn('the history of the database has a gap; the outbox looks for events by their dates')
  const now = Math.floor(Date.now() / 1_000)
  let events: ProjectEvent[] = []
  for await (const event of eventsSince(seconds - marginSeconds)) {
    events.push(event)
    if (events.length < maxChanges) continue
    await storeMessages(options, events)
    events = []
  }
  await storeMessages(options, events)
  // The stream starts before this search. A change that is found twice gives one message.
  if (!(await storePosition(holder, { resume: null, seconds: now - marginSeconds })))
    throw new OutboxLostError()
}
