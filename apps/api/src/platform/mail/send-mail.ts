import { createTransport, type Transporter } from 'nodemailer'

interface MailSettings {
  smtpUrl: string
  from: string
}

/** A mail as it leaves. Nothing in it is loaded from outside. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try: the receiver shows it once. */
  messageId: string
  /** One click of the mail program stops such mails (RFC 8058). */
  stopUrl?: string
  /** JPEGs that the HTML shows, by the ids under which it names them. */
  pictures?: readonly { cid: string; bytes: Buffer }[]
}

const connectMs = 10_000
const answerMs = 30_000
/** For all of one mail: a server that is late with every answer, but not too late with any. */
const mailMs = 2 * 60_000

export type Mailer = (mail: Mail, signal: AbortSignal) => Promise<void>

/** Sends mails through the server of the settings, each over a connection of its own. Rejects with what the server said, or
 *  when the signal comes. */
export function createMailer({ smtpUrl, from }: MailSettings): { send: Mailer; close: () => void } {
  const transport: Transporter = createTransport(
    // Times are options of the address: the library takes no others beside one.
    `${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}connectionTimeout=${connectMs}&greetingTimeout=${connectMs}&socketTimeout=${answerMs}`,
    { from },
  )
  return {
    send: async ({ to, subject, text, html, messageId, stopUrl, pictures = [] }, signal) => {
      await transport.sendMail({
        signal: AbortSignal.any([signal, AbortSignal.timeout(mailMs)]),
        // As a structure: no part of an address is read as another receiver.
        to: { name: '', address: to },
        ...{ subject, text, html, messageId },
        attachments: pictures.map(({ cid, bytes }, index) => ({
          ...{ cid, content: bytes, contentType: 'image/jpeg', contentDisposition: 'inline' },
          filename: `${index + 1}.jpg`,
        })),
        // Answering machines stay silent.
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(stopUrl !== undefined && {
            'List-Unsubscribe': `<${stopUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
    close: () => transport.close(),
  }
}
