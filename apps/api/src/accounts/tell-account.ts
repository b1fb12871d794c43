import type { Types } from 'mongoose'
import { idFrom } from '../base/sha256'
import type { Config } from '../config'
import { storeMail } from '../mail/mail.record'
import { outboxWaker } from '../outbox/outbox.record'

interface NewAccess {
  kind: 'token' | 'address'
  /** Identifies what happened, so that each time has its own mail. */
  id: string
  /** What the mail says about it. */
  about: string
}

/** Sends an account a mail about a new API token or a new address of a webhook, if the server sends mail. Its owner can
 *  then revoke what a thief of a login has made. */
export async function tellAccount(
  { mail }: Config,
  user: Types.ObjectId,
  { kind, id, about }: NewAccess,
): Promise<void> {
  if (mail === null) return
  await storeMail({ _id: idFrom(`${kind} ${id}`), kind, user, about })
  outboxWaker.wake()
}
