import { idFrom } from '../base/ids'
import type { Log } from '../base/log'
import type { BackgroundPace } from '../base/pace'
import type { Config } from '../config'
import { isLastTry, type Outcome, type Work } from '../core/run-tasks'
import type { TaskRecord } from '../core/task.record'
import { findWording } from '../accounts/user.record'
import { storeMail } from '../mail/mail.record'
import { findFirstWaiting, forgetOldDeliveries, storeAttempt } from './delivery.record'
import { deliver, type DeliverySettings, isDelivered, sayProblem } from './post-message'
import { findSendable, pauseWebhook, type WebhookRecord } from './webhook.record'

/** Most messages of one queue, and longest time for them, before the other queues have their turn. */
const messagesATurn = 10
const turnMs = 1_000
/** Pause before each message while visitors are served. */
const whileBusyMs = 500
const gone = 410

interface Sending {
  settings: DeliverySettings & Pick<Config, 'mail'>
  log: Log
  pace: BackgroundPace
}

/** The task that sends the messages of a project to a webhook. */
export function delivering(sending: Sending): Work {
  return {
    kind: 'deliver',
    slots: 64,
    slotsOfAccount: 4,
    run: (task, signal) => sendQueue(sending, task, signal),
  }
}

/** Sends messages one after the other. None overtakes another, and a failed one holds back those after it. */
async function sendQueue(
  { settings, log, pace }: Sending,
  task: TaskRecord,
  signal: AbortSignal,
): Promise<Outcome> {
  const { webhook: webhookId, project } = task
  if (!webhookId || !project) return 'done'
  const end = Date.now() + turnMs
  for (let sent = 0; sent < messagesATurn && Date.now() < end && !signal.aborted; sent += 1) {
    await pace.waitIfBusy(whileBusyMs, signal)
    const webhook = await findSendable(webhookId)
    if (!webhook) return 'held'
    const message = await findFirstWaiting({ webhook: webhookId, project })
    if (!message) {
      await forgetOldDeliveries(webhookId)
      return 'done'
    }
    const { _id: id, body } = message
    const { m } = await findWording(webhook.owner)
    const outcome = await deliver(settings, { id, body, sealed: webhook.sealed, m }).catch(
      (error: unknown) => {
        log.warn({ err: error, webhook: webhook.publicId }, 'a webhook message could not be sent')
        return { status: null, problem: sayProblem(m, 'unsent'), response: '', ms: null }
      },
    )
    await storeAttempt(message._id, outcome, isDelivered(outcome))
    if (!isDelivered(outcome)) {
      // After a message that arrived, this is the first try of the next one.
      if (sent > 0) task.tries = 1
      if (outcome.status !== gone && !isLastTry(task)) return 'failed'
      const { publicId } = webhook
      // With another address, its messages are sent there.
      if (!(await switchOff(webhook, { hasMail: settings.mail !== null }))) return 'continue'
      log.warn({ webhook: publicId, status: outcome.status }, 'a webhook was paused after failed attempts')
      return 'held'
    }
  }
  await forgetOldDeliveries(webhookId)
  return 'continue'
}

/** Id of the mail to the owner of a webhook, one for each address and each time that it was turned on. */
export function switchOffMailId({
  publicId,
  listensSince,
  sealed,
}: Pick<WebhookRecord, 'publicId' | 'listensSince' | 'sealed'>): string {
  return idFrom(`webhook ${publicId} ${listensSince.getTime()} ${sealed}`)
}

/** Switches off a webhook that can no longer be reached, unless it got another address meanwhile. The mail to its owner is
 *  stored first. After a crash in between the webhook is switched off at the next try.
 *  @returns whether it was switched off */
export async function switchOff(webhook: WebhookRecord, { hasMail }: { hasMail: boolean }): Promise<boolean> {
  if (hasMail) {
    const { owner: user, _id } = webhook
    await storeMail({ _id: switchOffMailId(webhook), kind: 'webhook', user, webhook: _id })
  }
  return pauseWebhook(webhook)
}
