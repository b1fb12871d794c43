import mongoose from 'mongoose'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Webhook } from '@pinmark/shared/entities/webhook'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenVersion } from '../../../test/given-design'
import { givenComment, givenGuest, givenProject, type GivenProject } from '../../../test/given-project'
import { givenWebhook } from '../../../test/given-webhook'
import { BackgroundPace } from '../../base/background-pace'
import { holdOutbox } from '../../models/outbox'
import { WebhookModel } from '../../models/webhook'
import { connectedDatabase } from '../../platform/database'
import { readEvents } from './read-events'

const app = sharedTestApp({ webhookAllowPrivate: true })
const holder = 'this test'
const present = () => ({ resume: null, seconds: Math.floor(Date.now() / 1_000) })

/** Reads until its signal aborts, or until what is left of a lost history is read. */
async function read(
  position: Parameters<typeof readEvents>[0],
  end: AbortController,
  pace = new BackgroundPace(),
) {
  await holdOutbox(holder, 60_000)
  const log = pino({ level: 'silent' })
  await readEvents(position, new Date(0), { config: app.config, holder, log, pace, signal: end.signal })
}

async function countMessages({ _id: publicId }: Webhook): Promise<number> {
  const { _id: webhook } = await WebhookModel.findOne({ publicId }).orFail()
  return mongoose.connection.collection('deliveries').countDocuments({ webhook })
}

/** A resume token of a change that the history does not have. */
async function givenLostToken(): Promise<{ _data: string }> {
  const changes = connectedDatabase().watch()
  // It has begun once this is answered.
  await changes.tryNext()
  await mongoose.connection.collection('beside').insertOne({})
  const { _id } = await changes.next()
  await changes.close()
  const { _data } = z.object({ _data: z.string() }).parse(_id)
  // Its type is followed by the seconds of its time.
  return { _data: _data.replace(/^(82)[0-9A-F]{8}/, '$100000001') }
}

async function givenReview(project: GivenProject): Promise<void> {
  const path = `/projects/${project._id}`
  await givenComment(app.api, project._id, { text: 'Calmer?' })
  const verdict = { verdict: 'good', name: 'Tom Keller' }
  await app.api.put(`${path}/round/verdict`).set(givenGuest()).send(verdict).expect(200)
  await givenVersion(app.api, project)
  await app.api.patch(`${path}/round`).set(project.owner.auth).send({ closed: true, message: '' }).expect(200)
}

test('a lost history costs no comment, verdict, version or closed round, and repeats none', async () => {
  const start = present()
  const project = await givenProject(app.api)
  const webhook = await givenWebhook(app.api, project.owner)
  await givenReview(project)
  const messages = async () => {
    const { body } = await app.api.get(`/users/me/webhooks/${webhook._id}/deliveries`).set(project.owner.auth)
    return body.map(({ what }: { what: string }) => what).toSorted()
  }
  const review = [
    ...['Comment 1 added', 'Looks good, by Tom Keller'],
    ...['Round 2 closed', 'Round 2 opened', 'Version 2 added'],
  ]

  await read({ resume: await givenLostToken(), seconds: start.seconds - 3_600 }, new AbortController())
  expect(await messages()).toEqual(review)

  const end = new AbortController()
  const reading = read(start, end)
  await givenComment(app.api, project._id, {}, project.owner.auth)
  await vi.waitFor(async () => expect(await messages()).toContain('Comment 2 added'), 20_000)
  end.abort()
  await reading
  expect(await messages()).toEqual(['Comment 1 added', 'Comment 2 added', ...review.slice(1)])
})

test('a reader that is behind does not pause for visitors', async () => {
  const start = present()
  const project = await givenProject(app.api)
  const webhook = await givenWebhook(app.api, project.owner)
  // More than one batch.
  await Promise.all(Array.from({ length: 120 }, () => givenComment(app.api, project._id)))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const end = new AbortController()
  const pace = new BackgroundPace()
  vi.spyOn(pace, 'waitIfBusy').mockImplementation(async () => end.abort())

  await read(start, end, pace)

  expect(await countMessages(webhook)).toBe(120)
})
