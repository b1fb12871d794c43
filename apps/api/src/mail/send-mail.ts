import { createTransport, type Transporter } from 'nodemailer'
import { chooseLanguage } from '@pinmark/words/languages'
import { wordingIn, type Wording } from '@pinmark/words/server'
import type { Log } from '../base/log'
import type { Config } from '../config'

interface MailSettings {
  smtpUrl: string
  from: string
}

/** A mail as it is sent. It loads nothing from outside. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt, so that the receiver's program shows the mail once. */
  messageId: string
  /** One-click unsubscribe address (RFC 8058). */
  stopUrl?: string
  /** JPEGs in the HTML, by their content ids. */
  pictures?: readonly { cid: string; bytes: Buffer }[]
}

const connectMs = 10_000
const answerMs = 30_000
/** Time limit of one mail, for a server that delays every answer a little. */
const mailMs = 2 * 60_000

export type Mailer = (mail: Mail, signal: AbortSignal) => Promise<void>

/** Sends mails through the configured server, each over its own connection. Rejects with the server's answer,
 *  or when the signal aborts. */
export function createMailer(settings: MailSettings): Mailer {
  const transport = transportOf(settings)
  return async ({ to, subject, text, html, messageId, stopUrl, pictures = [] }, signal) => {
    await transport.sendMail({
      signal: AbortSignal.any([signal, AbortSignal.timeout(mailMs)]),
      // An object, so that no part of an address is parsed as another receiver.
      to: { name: '', address: to },
      ...{ subject, text, html, messageId },
      attachments: pictures.map(({ cid, bytes }, index) => ({
        ...{ cid, content: bytes, contentType: 'image/jpeg', contentDisposition: 'inline' },
        filename: `${index + 1}.jpg`,
      })),
      // Suppresses automatic replies.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(stopUrl !== undefined && {
          'List-Unsubscribe': `<${stopUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  }
}

/** Connects and logs in, without sending a mail. @returns the problem as a sentence; null if there is none */
export async function checkMailServer({ smtpUrl, from }: MailSettings): Promise<string | null> {
  const transport = transportOf({ smtpUrl, from })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error)
  } finally {
    transport.close()
  }
}

function transportOf({ smtpUrl, from }: MailSettings): Transporter {
  return createTransport(
    // Timeouts are parameters of the address, because the library ignores options beside an address.
    `${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}connectionTimeout=${connectMs}&greetingTimeout=${connectMs}&socketTimeout=${answerMs}`,
    { from },
  )
}

/** The reason why no mail can be sent, as a sentence for the operator; null for an error that concerns one
 *  mail. Errors of the mail library are recognised by their codes, those of certificates by the words of
 *  OpenSSL. */
export function mailServerTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return 'Mails cannot be sent: the mail server rejects the user and password of SMTP_URL.'
  }
  if (/certificate|altnames|unable to verify/i.test(error.message)) {
    return (
      'Mails cannot be sent: the certificate of the mail server is not trusted. It has to be valid for the name in SMTP_URL; ' +
      'set NODE_EXTRA_CA_CERTS for your own certificate authority.'
    )
  }
  if (code === 'ETLS')
    return 'Mails cannot be sent: the mail server does not offer the encryption that SMTP_URL requires.'
  if (code === 'EDNS') return 'Mails cannot be sent: the name of the mail server in SMTP_URL cannot be found.'
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EABORT', 'EPROTOCOL'].includes(code) && !isAnswer(error)) {
    return 'Mails cannot be sent: the mail server in SMTP_URL does not answer in time.'
  }
  return null
}

function isAnswer(error: Error): boolean {
  return 'responseCode' in error && Number(error.responseCode) > 0
}

/** The context for writing a mail, in addition to its record. */
export interface Writing {
  config: Config
  log: Log
  /** Beginning of links. */
  origin: string
}

/** A mail that is sent under the id of its record. */
export type Written = Omit<Mail, 'messageId'>

/** The words for a receiver: in their own language, or else in that of the person who caused the mail. */
export function wordingFor(
  receiver: { language?: string } | null,
  { language = '' }: { language?: string } = {},
): Wording {
  return wordingIn(chooseLanguage([receiver?.language ?? language]))
}
