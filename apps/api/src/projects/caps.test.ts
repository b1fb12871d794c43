import mongoose from 'mongoose'
import type { Response } from 'supertest'
import { afterEach, expect, test, vi } from 'vitest'
import { givenTestApp, sharedTestApp, type TestApp } from '../../test/app-under-test'
import { givenDesigns } from '../../test/given-design'
import { design, givenProject, type GivenProject } from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'
import { newPublicId } from '../base/ids'
import { type Actor, findActorUser } from '../core/actor'
import { ImageKeys } from '../images/image-keys'
import { ImageModel } from '../images/image.record'
import { storageOf } from '../images/image-upkeep.record'
import { UserModel } from '../accounts/user.record'
import { copyProject } from './copy-project.service'

const app = sharedTestApp({ limits: { maxProjects: 2 } })
afterEach(() => vi.restoreAllMocks())

function createTwenty({ api }: TestApp, owner: GivenUser, key?: string) {
  const create = async (): Promise<Response> => {
    const request = api.post('/projects').set(owner.auth)
    if (key !== undefined) void request.set('Idempotency-Key', key)
    const answer = await request.send({ name: 'One of many', image: design.dataUrl })
    // Fewer images than these may wait for their preparation.
    return answer.status === 503 ? create() : answer
  }
  return Promise.all(Array.from({ length: 20 }, create))
}

function statuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('a full account gets no further project; the trash frees room, and restoring uses it again', async () => {
  const owner = await givenUser(app.api)
  const first = await givenProject(app.api, { owner })
  await givenProject(app.api, { owner })

  const third = await app.api.post('/projects').set(owner.auth).send({ name: 'Third', image: design.dataUrl })
  expect(third).toMatchObject({
    status: 409,
    type: 'text/plain',
    text: 'You have reached the limit of 2 projects.',
  })

  await app.api.delete(`/projects/${first._id}`).set(owner.auth)
  await givenProject(app.api, { owner })
  const restored = await app.api.post(`/projects/${first._id}/restore`).set(owner.auth)
  expect(restored).toMatchObject({ status: 409, body: { code: 'project_limit_reached' } })
})

test('of twenty concurrent uploads, exactly as many succeed as the account has room for', async () => {
  const owner = await givenUser(app.api)

  const answers = await createTwenty(app, owner)

  expect(statuses(answers)).toEqual({ 201: 2, 409: 18 })
  expect((await app.api.get('/projects').set(owner.auth)).body).toHaveLength(2)
  const { _id } = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  expect(await ImageModel.countDocuments({ owner: _id })).toBe(2)
})

test('of twenty concurrent uploads, exactly as many succeed as the storage has room for', async () => {
  const owner = await givenUser(app.api)
  await givenProject(app.api, { owner })
  const { _id } = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  const { live } = await storageOf(_id)
  const roomy = await givenTestApp({ limits: { maxStorageGb: (live * 4.5) / 1024 ** 3 } })

  const answers = await createTwenty(roomy, owner)

  expect(statuses(answers)).toEqual({ 201: 3, 409: 17 })
  expect(await storageOf(_id)).toEqual({ live: live * 4, trash: 0 })
})

test('a project that is sent twenty times at once with one Idempotency-Key is created once', async () => {
  const owner = await givenUser(app.api)

  const answers = await createTwenty(app, owner, newPublicId())

  expect(statuses(answers)).toEqual({ 201: 20 })
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  const { _id } = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  expect(await ImageModel.countDocuments({ owner: _id })).toBe(1)
})

test('of concurrent restores, exactly as many succeed as the account has room for', async () => {
  const owner = await givenUser(app.api)
  const deleted: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const { _id } = await givenProject(app.api, { owner })
    await app.api.delete(`/projects/${_id}`).set(owner.auth)
    deleted.push(_id)
  }

  const answers = await Promise.all(
    deleted.map((_id) => app.api.post(`/projects/${_id}/restore`).set(owner.auth)),
  )

  expect(statuses(answers)).toEqual({ 200: 2, 409: 3 })
  expect((await app.api.get('/projects').set(owner.auth)).body).toHaveLength(2)
  expect((await app.api.get('/projects?state=deleted').set(owner.auth)).body).toHaveLength(3)
})

test('a copy that does not fit into the storage is refused before any of its images is stored', async () => {
  const owner = await givenUser(app.api)
  const project = await givenProject(app.api, { owner })
  const { _id } = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  const { live } = await storageOf(_id)
  const small = await givenTestApp({ limits: { maxStorageGb: (live * 1.5) / 1024 ** 3 } })
  const inserts = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertOne')

  const answer = await small.api.post(`/projects/${project._id}/copy`).set(owner.auth)

  expect(answer).toMatchObject({ status: 409, body: { code: 'storage_limit_reached' } })
  expect(inserts).not.toHaveBeenCalled()
  expect(await ImageModel.countDocuments({ owner: _id })).toBe(1)
})

test('a copy ends when the disk becomes full, and leaves nothing', async () => {
  const owner = await givenUser(app.api)
  const project = await givenProject(app.api, { owner })
  await givenDesigns(app.api, project, ['Second'])
  const user = await findActorUser(app.config, owner.token)
  const actor: Actor = { user, token: 'valid', guestHash: null, lock: null, network: '192.0.2.0/24' }
  // It is full after the first image.
  const freeBytes = [1_000, 0]
  const room = { freeBytes: () => freeBytes.shift() ?? 0, minFreeBytes: 1_000 }
  const options = { caps: app.config.limits, linkPermission: 'comment', room } as const

  const copying = copyProject(actor, project._id, {
    ...{ ...options, imageKeys: new ImageKeys(app.config), idempotencyKey: undefined },
  })

  await expect(copying).rejects.toMatchObject({ code: 'no_room_left' })
  expect(freeBytes).toEqual([])
  const { _id } = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  expect(await ImageModel.countDocuments({ owner: _id })).toBe(2)
})

test('a full storage removes the oldest projects from the trash first, and refuses only uploads that still do not fit', async () => {
  const { api } = app
  const owner = await givenUser(api)
  const projects = []
  for (const name of ['Oldest', 'Newer']) {
    const project = await givenProject(api, { owner, name })
    await api.delete(`/projects/${project._id}`).set(owner.auth)
    projects.push(project)
  }
  const [oldest, newer] = projects
  const account = await UserModel.findOne({ publicId: owner.user._id }).lean().orFail()
  const { trash } = await storageOf(account._id)
  // Room for the trash and half a project more.
  const maxStorageGb = (trash * 1.25) / 1024 ** 3

  const small = await givenTestApp({ limits: { maxStorageGb } })
  const create = () => givenProject(small.api, { owner })
  const kept = await create()
  const restore = (project: GivenProject | undefined) =>
    small.api.post(`/projects/${project?._id}/restore`).set(owner.auth)

  expect((await restore(oldest)).status).toBe(404)
  expect((await small.api.get('/projects?state=deleted').set(owner.auth)).body).toMatchObject([
    { _id: newer?._id },
  ])
  expect((await small.api.get(`/images/${oldest?.thumbnail}/original`)).status).toBe(404)
  expect((await restore(newer)).status).toBe(200)
  const refused = await small.api
    .post('/projects')
    .set(owner.auth)
    .send({ name: 'No', image: design.dataUrl })
  expect(refused).toMatchObject({ status: 409, headers: { 'x-error-code': 'storage_limit_reached' } })
  expect((await small.api.get(`/projects/${kept._id}`).set(owner.auth)).status).toBe(200)
})
