import { expect, vi } from 'vitest'
import { makeDigests } from '../src/jobs/outbox/notices'
import { givenComment, givenProject } from './given-project'
import type { MailingApp } from './mailing-app'

const minuteMs = 60_000

/** Makes digests as if so much time had passed, until as many for this address have arrived. */
export async function digestAfter({ post }: MailingApp, minutes: number, email: string, count = 1) {
  const of = () =>
    post.mails.filter(
      ({ to, subject }) => JSON.stringify(to).includes(email) && !subject?.startsWith('Confirm'),
    )
  await vi.waitFor(
    async () => {
      await makeDigests(new Date(Date.now() + minutes * minuteMs))
      expect(of().length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 20_000, interval: 300 },
  )
  return of()
}

/** A comment in another project of another account, told at once: what was stored before it was read before it. */
export async function untilRead(app: MailingApp): Promise<void> {
  const { _id, owner } = await givenProject(app.api)
  await app.api.patch('/users/me/notices').set(owner.auth).send({ mode: 'now' }).expect(200)
  await givenComment(app.api, _id)
  await digestAfter(app, 0, owner.email)
}
