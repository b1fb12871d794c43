import type { Config } from '../config'
import type { Log } from '../base/log'
import type { Mail } from './send-mail'

/** The context for writing a mail, in addition to its record. */
export interface Writing {
  config: Config
  log: Log
  /** Beginning of links. */
  origin: string
}

/** A mail that is sent under the id of its record. */
export type Written = Omit<Mail, 'messageId'>
