import { once } from 'node:events'
import { simpleParser, type ParsedMail } from 'mailparser'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { startOutbox } from '../src/jobs/outbox/run-outbox'
import { startTestApp, type TestApp } from './app-under-test'

/** A server on this machine that takes mail. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string
  /** What was taken, first first. */
  mails: ParsedMail[]
  /** Resolves once a mail for `address` was taken that `matches`. */
  next: (address: string, matches?: (mail: ParsedMail) => boolean) => Promise<ParsedMail>
  /** How many receivers were named, those that were refused too. */
  asked: () => number
  /** Refuses receivers with this status until told otherwise; null takes them. */
  refuse: (status: number | null) => void
  stop: () => Promise<void>
}

async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ParsedMail[] = []
  let refusal: number | null = null
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: options.secure === undefined ? ['STARTTLS'] : [],
    ...options,
    onRcptTo: (_address, _session, done) => {
      asked += 1
      if (refusal === null) done()
      else done(Object.assign(new Error('Not now'), { responseCode: refusal }))
    },
    onData: (stream, _session, done) => {
      void simpleParser(stream).then((mail) => {
        mails.push(mail)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const isFor = ({ to }: ParsedMail, receiver: string) =>
    [to ?? []].flat().some(({ text }) => text.includes(receiver))
  return {
    url: `smtp${options.secure === true ? 's' : ''}://127.0.0.1:${port}`,
    mails,
    next: async (receiver, matches = () => true) => {
      const end = Date.now() + 25_000
      for (;;) {
        const found = mails.find((mail) => isFor(mail, receiver) && matches(mail))
        if (found) return found
        if (Date.now() > end) throw new Error(`No mail for ${receiver} came: ${mails.length} did.`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    asked: () => asked,
    refuse: (status) => (refusal = status),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export interface MailingApp extends TestApp {
  post: MailServer
}

/** An app that sends its mail to a server of its own. */
export async function startMailingApp(): Promise<MailingApp> {
  const post = await startMailServer()
  const mail = { smtpUrl: post.url, from: 'Pinmark <pins@studio.test>' }
  const app = await startTestApp({ mail, publicUrl: 'https://pins.studio.test' })
  const endOutbox = startOutbox(app.config, pino({ level: 'silent' }))
  return {
    ...app,
    post,
    stop: async () => {
      await endOutbox()
      await post.stop()
      await app.stop()
    },
  }
}
