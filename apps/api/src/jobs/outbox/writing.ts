import type { Config } from '../../config'
import type { Log } from '../../platform/log'
import type { Mail } from '../../platform/mail/send-mail'

/** What the writer of a mail gets beside its record. */
export interface Writing {
  config: Config
  log: Log
  /** Where links begin. */
  origin: string
}

/** A mail that leaves under the id of its record. */
export type Written = Omit<Mail, 'messageId'>
