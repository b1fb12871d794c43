import { pino } from 'pino'
import { startMailServer, type MailServer, type MailServerOptions } from '@pinmark/testbed/mail-server'
import { startOutbox } from '../src/outbox/run-outbox'
import { shareApp, startTestApp, type TestApp } from './app-under-test'

export interface MailingApp extends TestApp {
  post: MailServer
  /** The lines that its outbox has logged. */
  told: string[]
}

/** An app that sends its mail to its own server.
 *  @param reach derives SMTP_URL from the server's address */
export async function startMailingApp(
  options: MailServerOptions = {},
  reach: (url: string) => string = (url) => url,
): Promise<MailingApp> {
  const post = await startMailServer(options)
  const mail = { smtpUrl: reach(post.url), from: 'Pinmark <pins@studio.test>' }
  const app = await startTestApp({
    mail,
    publicUrl: 'https://pins.studio.test',
    webhookAllowPrivate: true,
    rates: { reset: 4 },
  })
  const told: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void told.push(line) })
  const endOutbox = startOutbox(app.config, log)
  return {
    ...app,
    post,
    told,
    stop: async () => {
      await endOutbox()
      await post.stop()
      await app.stop()
    },
  }
}

/** A mailing app that all tests of a file share. */
export function sharedMailingApp(): MailingApp {
  return shareApp(startMailingApp)
}
