import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Comment } from '@pinmark/shared/entities/comment'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { mustCall, newComment, type Owner } from '@pinmark/testbed/client'
import type { MailServer } from '@pinmark/testbed/mail-server'
import type { MongoSet } from '@pinmark/testbed/mongo-set'
import type { LateReceiver } from './late-receiver'

/** The number in the subjects of a project's mails. */
export interface MailedProject {
  _id: string
  name: string
  owner: Owner
  /** The thread of the guest, who left an address. */
  thread: string
  guestEmail: string
  /** Number of acknowledged comments and replies. The owner gets mail about all of them, the guest about the
   *  replies. */
  written: { all: number; replies: number }
}

/** A guest who has commented, and has confirmed an address. */
export async function givenMailedProject(
  url: string,
  post: MailServer,
  owner: Owner,
  { _id, name }: { _id: string; name: string },
): Promise<MailedProject> {
  const headers = { [guestSecretHeader]: randomBytes(16).toString('base64url') }
  const guestEmail = `guest-${randomBytes(6).toString('hex')}@reviewers.test`
  const options = { method: 'POST', body: newComment(), headers }
  const { _id: thread } = await mustCall<Comment>(201, `${url}/comment/add/${_id}`, options)
  const asking = { method: 'PUT', body: { email: guestEmail }, headers }
  await mustCall(200, `${url}/projects/${_id}/reply-mail`, asking)
  const { text = '' } = await post.next(guestEmail)
  const token = /\/confirm#(\S+)/.exec(text)?.[1]
  await mustCall(200, `${url}/reply-mail/confirmation`, { method: 'POST', body: { token } })
  return { _id, name, owner, thread, guestEmail, written: { all: 1, replies: 0 } }
}

/** Skips all waiting times of digests repeatedly: the quiet time, the hour between two digests and the delay after
 *  a refused attempt. Call the returned function to stop. */
export function hurryDigests(mongo: MongoSet, database: string): () => Promise<void> {
  const over = new AbortController()
  const run = async () => {
    while (!over.signal.aborted) {
      const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
      await mongo
        .withClient(async (client) => {
          const db = client.db(database)
          const waiting = { state: 'waiting' }
          await db
            .collection('notices')
            .updateMany({ ...waiting, at: { $gt: ago(2) } }, { $set: { at: ago(3) } })
          await db
            .collection('mails')
            .updateMany({ kind: 'digest', createdAt: { $gt: ago(60) } }, { $set: { createdAt: ago(90) } })
          await db
            .collection('tasks')
            .updateMany({ lease: null, tries: { $gt: 0 } }, { $set: { dueAt: new Date() } })
        })
        // The trial kills the database at times. The next round continues.
        .catch(() => undefined)
      await pause(1_000)
    }
  }
  const running = run()
  return async () => {
    over.abort()
    await running
  }
}

interface Told {
  lost: number
  doubled: number
  expected: number
  /** Mails that arrived again under the same Message-ID. */
  again: number
}

/** Compares the mails of a reader, counted once per Message-ID, with the written comments. */
export function judgeMails(
  { mails }: MailServer,
  projects: readonly MailedProject[],
  { isOwed }: LateReceiver,
): Told {
  const unique = new Map(mails.map((mail) => [mail.messageId ?? '', mail]))
  const told: Told = { lost: 0, doubled: 0, expected: 0, again: mails.length - unique.size }
  const compare = (expected: number, email: string, words: RegExp, name: string) => {
    let count = 0
    for (const [id, { to, subject = '' }] of unique) {
      if (isOwed(id)) continue
      const isTheirs = JSON.stringify(to).includes(email) && subject.endsWith(` on ${name}`)
      if (isTheirs) count += Number(words.exec(subject)?.[1] ?? 0)
    }
    told.expected += expected
    told.lost += Math.max(0, expected - count)
    told.doubled += Math.max(0, count - expected)
  }
  for (const { owner, name, guestEmail, written } of projects) {
    compare(written.all, owner.email, /^(\d+) new comments? on /, name)
    compare(written.replies, guestEmail, /^(\d+) new repl(?:y|ies) on /, name)
  }
  return told
}
