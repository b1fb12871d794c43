import { type BackgroundPace, interruptiblePause } from '../base/pace'
import type { Config } from '../config'
import { beginTry, dropReset, findDueMails, finishMail, giveTryBack, type MailRecord } from './mail.record'
import type { Log } from '../base/log'
import { createMailer, type Mail, type Mailer, mailServerTrouble } from './send-mail'
import { writeMail } from './write-mail'

const everyMs = 1_000
/** Pause before the next mails while visitors are served. */
const whileBusyMs = 500
const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** Greylisting servers refuse the first try, and take the second one some minutes later. */
const retryWaitsMs = [
  ...[10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs],
  ...[hourMs, 3 * hourMs, 7 * hourMs, 12 * hourMs],
] as const
const longestWaitMs = Math.max(...retryWaitsMs)
/** A slow receiver delays only one of them. */
const mailsAtOnce = 4
/** Digests take long, because their pictures are drawn. Other mails, such as those for a new password, need not wait for
 *  them. One receiver gets one digest at a time, so that many projects of one account do not delay the others. */
const digestsAtOnce = 3
/** When the process stops, mails that take longer than this are given up. The next process sends them. */
const stopMs = 3 * secondMs

interface SendingOptions {
  config: Config
  log: Log
  pace: BackgroundPace
  signal: AbortSignal
}

interface Sending extends Pick<SendingOptions, 'config' | 'log'> {
  send: Mailer
  /** Aborts mails that are being sent. */
  givenUp: AbortSignal
  tell: (trouble: string | null) => void
}

/** Sends mails, a few at a time, until the signal aborts. Each try is stored before it is made. A mail that its server
 *  accepted just before a crash is therefore sent again only after the wait that follows a failed try, under the same
 *  Message-ID. A database that ends with each write, because its disk is full, does not send a mail again and again. */
export async function sendMails({ config, log, pace, signal }: SendingOptions): Promise<void> {
  if (config.mail === null) return
  const mailer = createMailer(config.mail)
  const givingUp = new AbortController()
  signal.addEventListener('abort', () => setTimeout(() => givingUp.abort(), stopMs).unref())
  const sending = { config, log, send: mailer.send, givenUp: givingUp.signal, tell: troubleTeller(log) }
  const underWay = new Map<MailRecord, Promise<void>>()
  const failures: unknown[] = []
  try {
    while (!signal.aborted && failures.length === 0) {
      const room = mailsAtOnce - underWay.size
      const due = room === 0 ? [] : await findDue(room, [...underWay.keys()])
      if (due.length > 0) await pace.waitIfBusy(whileBusyMs, signal)
      for (const record of due) {
        const work = sendOne(sending, record)
          .catch((error: unknown) => failures.push(error))
          .then(() => void underWay.delete(record))
        underWay.set(record, work)
      }
      await interruptiblePause(everyMs, signal, due.length === room ? [...underWay.values()] : [])
    }
    await Promise.all(underWay.values())
    if (failures.length > 0) throw failures[0]
  } finally {
    mailer.close()
  }
}

async function findDue(room: number, underWay: readonly MailRecord[]): Promise<MailRecord[]> {
  const others = await findDueMails('others', room, underWay)
  const digests = underWay.filter(({ kind }) => kind === 'digest').length
  const left = Math.min(room - others.length, digestsAtOnce - digests)
  if (left === 0) return others
  const found = await findDueMails('digests', left, underWay)
  const isFirstOfReceiver = ({ user }: MailRecord, at: number) =>
    found.findIndex((other) => String(other.user) === String(user)) === at
  return [...others, ...found.filter(isFirstOfReceiver)]
}

async function sendOne({ config, log, send, givenUp, tell }: Sending, record: MailRecord): Promise<void> {
  const waitMs = retryWaitsMs[record.tries]
  if (!(await beginTry(record, waitMs ?? longestWaitMs))) return
  let mail: Mail | null
  try {
    mail = await writeMail(config, log, record)
  } catch (error) {
    log.warn({ err: error, mail: record._id, tries: record.tries + 1 }, 'a mail could not be written')
    return waitMs === undefined ? finishMail(record._id) : undefined
  }
  if (!mail) return finishMail(record._id)
  try {
    await send(mail, givenUp)
  } catch (error) {
    if (givenUp.aborted) return giveTryBack(record)
    tell(mailServerTrouble(error))
    // The server's answer may contain the address.
    const code = error instanceof Error && 'responseCode' in error ? error.responseCode : null
    log.warn(
      { mail: record._id, kind: record.kind, code, tries: record.tries + 1 },
      'a mail was not accepted',
    )
    if (waitMs !== undefined && !isFinal(error)) return
    return record.kind === 'reset' ? dropReset(record._id) : finishMail(record._id)
  }
  tell(null)
  await finishMail(record._id)
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
