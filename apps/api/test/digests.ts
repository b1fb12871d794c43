import { expect, vi } from 'vitest'
import { makeDigests } from '../src/mail/notices'
import { givenComment, givenProject } from './given-project'
import type { MailingApp } from './mailing-app'

const minuteMs = 60_000

/** Creates the digests that are due at this time. */
export async function makeDigestsAt(now: Date): Promise<void> {
  await makeDigests(now, null, (error) => {
    throw error
  })
}

/** Creates digests as if the given time had passed, until the given number for this address have arrived. */
export async function digestAfter({ post }: MailingApp, minutes: number, email: string, count = 1) {
  const of = () =>
    post.mails.filter(
      ({ to, subject }) => JSON.stringify(to).includes(email) && !subject?.startsWith('Confirm'),
    )
  await vi.waitFor(
    async () => {
      await makeDigestsAt(new Date(Date.now() + minutes * minuteMs))
      expect(of().length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 20_000, interval: 300 },
  )
  return of()
}

/** Adds a comment in a project of another account, and waits for its notice: everything that was stored
 *  before it was read before it. */
export async function untilRead(app: MailingApp): Promise<void> {
  const { _id, owner } = await givenProject(app.api)
  await app.api.patch('/users/me/notices').set(owner.auth).send({ mode: 'now' }).expect(200)
  await givenComment(app.api, _id)
  await digestAfter(app, 0, owner.email)
}
