import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import type { Webhook } from '@pinmark/shared/entities/webhook'
import { sharedTestApp } from '../../test/app-under-test'
import { givenVersion } from '../../test/given-design'
import { givenComment, givenGuest, givenProject, type GivenProject } from '../../test/given-project'
import { givenWebhook } from '../../test/given-webhook'
import { createLog } from '../base/log'
import { ThreadModel } from '../comments/comment.record'
import { EventModel } from '../core/event'
import { WebhookModel } from '../webhooks/webhook.record'
import { readEvents } from './read-events'

const app = sharedTestApp({ webhookAllowPrivate: true })

const readAll = (since = new Date(0)) =>
  readEvents(since, { config: app.config, log: createLog('silent'), signal: new AbortController().signal })

async function messagesOf({ _id }: Webhook, project: GivenProject): Promise<string[]> {
  const { body } = await app.api.get(`/users/me/webhooks/${_id}/deliveries`).set(project.owner.auth)
  return body.map(({ what }: { what: string }) => what).toReversed()
}

async function givenReview(project: GivenProject): Promise<void> {
  const path = `/projects/${project._id}`
  const { _id } = await givenComment(app.api, project._id, { text: 'Calmer?' })
  await app.api.patch(`${path}/comments/${_id}`).set(project.owner.auth).send({ resolved: true }).expect(200)
  for (const verdict of ['changes', 'good']) {
    const given = { verdict, name: 'Tom Keller' }
    await app.api.put(`${path}/round/verdict`).set(givenGuest()).send(given).expect(200)
  }
  await givenVersion(app.api, project)
  const round = (closed: boolean) =>
    app.api.patch(`${path}/round`).set(project.owner.auth).send({ closed, message: '' }).expect(200)
  await round(true)
  await round(false)
}

test('every event becomes one message, in the order of the changes, however often it is read', async () => {
  const project = await givenProject(app.api)
  const webhook = await givenWebhook(app.api, project.owner)
  await givenReview(project)
  const review = [
    ...['Comment 1 added', 'Comment 1 resolved', 'Needs changes, by Tom Keller', 'Looks good, by Tom Keller'],
    ...['Version 2 added', 'Round 2 opened', 'Round 2 closed', 'Round 2 open again'],
  ]

  const events = await EventModel.find().lean()
  await readAll()
  expect(await messagesOf(webhook, project)).toEqual(review)

  // As after a crash before they were finished.
  await EventModel.insertMany(events)
  await ThreadModel.updateMany({}, { unread: 1 })
  await givenComment(app.api, project._id)
  await readAll()
  expect(await messagesOf(webhook, project)).toEqual([...review, 'Comment 2 added'])
})

test('more messages than fit into one batch are read at once, each before what happened to it later', async () => {
  const project = await givenProject(app.api)
  const webhook = await givenWebhook(app.api, project.owner)
  const comments = await Promise.all(Array.from({ length: 300 }, () => givenComment(app.api, project._id)))
  const last = comments.toSorted((a, b) => a.number - b.number).at(-1)
  await app.api
    .patch(`/projects/${project._id}/comments/${last?._id}`)
    .set(project.owner.auth)
    .send({ resolved: true })
    .expect(200)

  await readAll()

  const { _id } = await WebhookModel.findOne({ publicId: webhook._id }).orFail()
  const stored = await mongoose.connection
    .collection('deliveries')
    .find({ webhook: _id })
    .sort({ order: 1 })
    .toArray()
  expect(stored.map(({ what }) => what)).toEqual([
    ...Array.from({ length: 300 }, (_, at) => `Comment ${at + 1} added`),
    'Comment 300 resolved',
  ])
})

test('events from before there was a receiver are skipped', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  const webhook = await givenWebhook(app.api, project.owner)

  await readAll(new Date())

  expect(await messagesOf(webhook, project)).toEqual([])
})
