import type { Types } from 'mongoose'
import { idFrom } from '../base/ids'
import type { Log } from '../base/log'
import { type BackgroundPace, interruptiblePause } from '../base/pace'
import type { Config } from '../config'
import { storeMail } from '../mail/mail.record'
import {
  advanceLane,
  emptyLane,
  findDueLanes,
  findFirstWaiting,
  forgetOldDeliveries,
  holdLane,
  type Lane,
  setLanesOf,
  storeAttempt,
  yieldLane,
} from './delivery.record'
import { deliver, type DeliverySettings, isDelivered } from './post-message'
import { findSendable, pauseWebhook, releaseHeldMessages, type WebhookRecord } from './webhook.record'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** Pauses between the attempts for one message: ten attempts within 24 hours, most of them early. */
const retryWaitsMs = [
  ...[5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  ...[hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs],
] as const
const lanesAtOnce = 64
/** Lanes of one account that are sent at a time. Slow receivers of one account do not delay other accounts. */
const lanesAtOnceOfAccount = 4
/** Most messages of one lane, and longest time for them, before the other lanes have their turn. */
const messagesATurn = 10
const turnMs = secondMs
const everyMs = 500
/** Pause before each message of a lane while visitors are served. */
const whileBusyMs = 500
const releaseEveryMs = minuteMs
const gone = 410

interface SendingOptions {
  settings: DeliverySettings & Pick<Config, 'mail'>
  log: Log
  pace: BackgroundPace
  signal: AbortSignal
}

/** Sends waiting messages, lane by lane, until the signal aborts. Messages that are under way are finished. */
export async function sendWebhooks(options: SendingOptions): Promise<void> {
  const { signal } = options
  const underWay = new Map<string, { owner: Types.ObjectId; work: Promise<void> }>()
  const works = () => [...underWay.values()].map(({ work }) => work)
  const failures: unknown[] = []
  const begin = (lane: Lane) => {
    const work = sendLane(lane, options)
      .catch((error: unknown) => failures.push(error))
      .then(() => void underWay.delete(lane._id))
    underWay.set(lane._id, { owner: lane.owner, work })
  }
  /** The accounts that had their turn in the present round. In each round, every account with due lanes begins one. In
   *  order of time, a few accounts with many slow receivers would delay all others. */
  const served = new Map<string, Types.ObjectId>()
  /** @returns whether lanes may be due that have to wait for others to end */
  const beginDue = async (): Promise<boolean> => {
    while (underWay.size < lanesAtOnce) {
      const owners = [...underWay.values()].map(({ owner }) => owner)
      const busy = owners.filter((owner) => owners.filter(isSame(owner)).length >= lanesAtOnceOfAccount)
      const due = await findDueLanes(lanesAtOnce * 2, [...busy, ...served.values()])
      let isAnyBegun = false
      for (const lane of due) {
        if (underWay.size === lanesAtOnce || underWay.has(lane._id)) continue
        if (served.has(lane.owner.toHexString())) continue
        served.set(lane.owner.toHexString(), lane.owner)
        begin(lane)
        isAnyBegun = true
      }
      if (!isAnyBegun && served.size === 0) return due.length + busy.length > 0
      if (!isAnyBegun) served.clear()
    }
    return true
  }
  let releasedAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted && failures.length === 0) {
    if (performance.now() > releasedAt + releaseEveryMs) {
      await releaseHeldMessages()
      releasedAt = performance.now()
    }
    await interruptiblePause(everyMs, signal, (await beginDue()) ? works() : [])
  }
  await Promise.all(works())
  if (failures.length > 0) throw failures[0]
}

const isSame = (one: Types.ObjectId) => (other: Types.ObjectId) => one.equals(other)

/** Sends the messages of a lane one after the other. None overtakes another, and a failed one holds back those after
 *  it. */
async function sendLane(lane: Lane, { settings, log, pace, signal }: SendingOptions): Promise<void> {
  const end = Date.now() + turnMs
  for (let sent = 0; sent < messagesATurn && Date.now() < end && !signal.aborted; sent += 1) {
    await pace.waitIfBusy(whileBusyMs, signal)
    const webhook = await findSendable(lane.webhook)
    if (!webhook) return setLanesOf(lane.webhook, 'held')
    const message = await findFirstWaiting(lane)
    if (!message) {
      await emptyLane(lane)
      return forgetOldDeliveries(lane.webhook)
    }
    const { _id: id, body } = message
    const outcome = await deliver(settings, { id, body, sealed: webhook.sealed }).catch((error: unknown) => {
      log.warn({ err: error, webhook: webhook.publicId }, 'a webhook message could not be sent')
      return { status: null, problem: 'The message could not be sent.', response: '', ms: null }
    })
    await storeAttempt(message._id, outcome, isDelivered(outcome))
    if (isDelivered(outcome)) {
      await advanceLane(lane)
      lane.tries = 0
      continue
    }
    const waitMs = outcome.status === gone ? undefined : retryWaitsMs[lane.tries]
    if (waitMs !== undefined) return holdLane(lane, waitMs)
    await switchOff(webhook, { hasMail: settings.mail !== null })
    log.warn(
      { webhook: webhook.publicId, status: outcome.status },
      'a webhook was paused after failed attempts',
    )
    return
  }
  await yieldLane(lane)
  await forgetOldDeliveries(lane.webhook)
}

/** Id of the mail to the owner of a webhook, one for each address and each time that it was turned on. */
export function switchOffMailId({
  publicId,
  listensSince,
  sealed,
}: Pick<WebhookRecord, 'publicId' | 'listensSince' | 'sealed'>): string {
  return idFrom(`webhook ${publicId} ${listensSince.getTime()} ${sealed}`)
}

/** Switches off a webhook that can no longer be reached. The mail to its owner is stored first. After a crash in
 *  between the webhook is switched off at the next try. */
export async function switchOff(webhook: WebhookRecord, { hasMail }: { hasMail: boolean }): Promise<void> {
  if (hasMail) {
    const { owner: user, _id } = webhook
    await storeMail({ _id: switchOffMailId(webhook), kind: 'webhook', user, webhook: _id })
  }
  await pauseWebhook(webhook)
}
