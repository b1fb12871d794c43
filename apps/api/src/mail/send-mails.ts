import type { BackgroundPace } from '../base/pace'
import type { Config } from '../config'
import { isLastTry, type Outcome, type Work } from '../core/run-tasks'
import type { TaskRecord } from '../core/task.record'
import { dropReset, findWaitingMail, finishMail } from './mail.record'
import type { Log } from '../base/log'
import { createMailer, type Mailer, mailServerTrouble } from './send-mail'
import { writeMail } from './write-mail'

/** Pause before a mail while visitors are served. */
const whileBusyMs = 500
/** Digests take long, because their pictures are drawn. Other mails, such as those for a new password, do not wait for them.
 *  A receiver gets one digest at a time, so that many projects of one account do not delay the others. */
const mailsAtOnce = 4
const digestsAtOnce = 3
/** When the process stops, mails that take longer than this are given up. The next process sends them. */
const stopMs = 3_000

interface Sending {
  config: Config
  log: Log
  pace: BackgroundPace
  send: Mailer
  tell: (trouble: string | null) => void
}

/** The tasks that send mails; none without a mail server. A mail that its server accepted just before a crash is sent again
 *  under the same Message-ID. */
export function mailTasks(config: Config, log: Log, pace: BackgroundPace): Work[] {
  if (config.mail === null) return []
  const sending = { config, log, pace, send: createMailer(config.mail), tell: troubleTeller(log) }
  const run = (task: TaskRecord, signal: AbortSignal) => sendOne(sending, task, signal)
  return [
    { kind: 'mail', slots: mailsAtOnce, slotsOfAccount: mailsAtOnce, run },
    { kind: 'digest', slots: digestsAtOnce, slotsOfAccount: 1, run },
  ]
}

async function sendOne(
  { config, log, pace, send, tell }: Sending,
  task: TaskRecord,
  signal: AbortSignal,
): Promise<Outcome> {
  await pace.waitIfBusy(whileBusyMs, signal)
  const record = await findWaitingMail(task.mail ?? '')
  if (!record) return 'done'
  const { _id, kind } = record
  const mail = await writeMail(config, log, record).catch(async (error: unknown) => {
    if (isLastTry(task)) await finishMail(_id)
    throw error
  })
  if (mail) {
    const givenUp = new AbortController()
    const giveUp = () => setTimeout(() => givenUp.abort(), stopMs).unref()
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
    try {
      await send(mail, givenUp.signal)
    } catch (error) {
      if (givenUp.signal.aborted) return 'continue'
      tell(mailServerTrouble(error))
      // The server's answer may contain the address.
      const code = error instanceof Error && 'responseCode' in error ? error.responseCode : null
      log.warn({ mail: _id, kind, code, tries: task.tries }, 'a mail was not accepted')
      if (!isFinal(error) && !isLastTry(task)) return 'failed'
      await (kind === 'reset' ? dropReset(_id) : finishMail(_id))
      return 'done'
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
    tell(null)
  }
  await finishMail(_id)
  return 'done'
}

/** Logs once why no mail can be sent, and once that mails are sent again. */
function troubleTeller(log: Log): (trouble: string | null) => void {
  let reported: string | null = null
  return (trouble) => {
    if (trouble === reported) return
    if (trouble !== null) log.error(trouble)
    else log.info('The mail server accepts mails again.')
    reported = trouble
  }
}

/** A 5xx answer to a receiver is permanent. For every other failure a later try may help. */
function isFinal(error: unknown): boolean {
  const isAboutReceiver = error instanceof Error && 'command' in error && error.command === 'RCPT TO'
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return isAboutReceiver && code >= 500
}
