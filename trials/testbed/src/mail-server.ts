import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServerOptions extends SMTPServerOptions {
  /** Whether a received mail is accepted; false refuses it temporarily. */
  acknowledges?: (mail: ParsedMail) => boolean
}

/** A mail server on this machine, for tests. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string
  /** The accepted mails, in order. */
  mails: ParsedMail[]
  /** Whether a mail came over TLS. */
  isEncrypted: (mail: ParsedMail) => boolean
  /** Resolves when a mail for `address` was accepted that `matches`. */
  next: (address: string, matches?: (mail: ParsedMail) => boolean) => Promise<ParsedMail>
  /** Number of named receivers, including refused ones. */
  asked: () => number
  /** Refuses receivers with this status until the next call; null accepts them. */
  refuse: (status: number | null) => void
  stop: () => Promise<void>
}

export async function startMailServer({
  acknowledges = () => true,
  ...options
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: ParsedMail[] = []
  const encrypted = new Set<ParsedMail>()
  let refusal: number | null = null
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    ...options,
    onRcptTo: (address, session, done) => {
      asked += 1
      if (refusal !== null) done(notNow(refusal))
      else if (options.onRcptTo) options.onRcptTo(address, session, done)
      else done()
    },
    onData: (stream, session, done) => {
      // A sender that is killed leaves an incomplete mail.
      void simpleParser(stream).then((mail) => {
        mails.push(mail)
        if (session.secure) encrypted.add(mail)
        done(acknowledges(mail) ? null : notNow(451))
      }, done)
    },
  })
  // Errors of clients that do not trust its certificate.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const isFor = ({ to }: ParsedMail, receiver: string) =>
    [to ?? []].flat().some(({ text }) => text.includes(receiver))
  return {
    url: `smtp${options.secure === true ? 's' : ''}://127.0.0.1:${port}`,
    mails,
    isEncrypted: (mail) => encrypted.has(mail),
    next: async (receiver, matches = () => true) => {
      const end = Date.now() + 25_000
      for (;;) {
        const found = mails.find((mail) => isFor(mail, receiver) && matches(mail))
        if (found) return found
        if (Date.now() > end) throw new Error(`No mail for ${receiver} came: ${mails.length} did.`)
        await pause(50)
      }
    },
    asked: () => asked,
    refuse: (status) => (refusal = status),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function notNow(responseCode: number): Error {
  return Object.assign(new Error('Not now'), { responseCode })
}
