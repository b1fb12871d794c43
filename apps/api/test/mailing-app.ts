import { pino } from 'pino'
import { startMailServer, type MailServer, type MailServerOptions } from '@pinmark/testbed/mail-server'
import { startBackgroundWork } from '../src/ops/background-work'
import { shareApp, startTestApp, type TestApp } from './app-under-test'

export interface MailingApp extends TestApp {
  post: MailServer
  /** The lines that its background work has logged. */
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
  const endWork = startBackgroundWork(app.config, log)
  return {
    ...app,
    post,
    told,
    stop: async () => {
      await endWork()
      await post.stop()
      await app.stop()
    },
  }
}

/** A mailing app that all tests of a file share. */
export function sharedMailingApp(): MailingApp {
  return shareApp(startMailingApp)
}
