import mongoose from 'mongoose'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { sharedTestApp } from '../../test/app-under-test'
import { givenDesigns, givenVersion, openProject } from '../../test/given-design'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  newKey,
  type GivenProject,
} from '../../test/given-project'
import { newPublicId } from '../base/ids'
import { ThreadModel } from '../comments/comment.record'
import { runDueTasks, startTasks } from '../core/run-tasks'
import { storeTasks, TaskModel } from '../core/task.record'
import { placingTask } from './placing.record'
import { ProjectModel } from '../projects/project.record'
import { createLog } from '../base/log'
import { placeComments, placing } from './place-comments'

const app = sharedTestApp()

const run = () => runDueTasks([placing], createLog('silent'))
const author = givenGuest()
const pathOf = (project: GivenProject, { _id }: Comment, tail = '') =>
  `/projects/${project._id}/comments/${_id}${tail}`
const found = ({ comments }: Project, { _id }: Comment) => comments.find((comment) => comment._id === _id)

/** A picture of 400 × 300 pixels with a square at 100, 60; each differs in its last row alone. */
let shade = 0
async function pictureWithSquare(): Promise<Buffer> {
  shade += 1
  const tile = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  })
  return sharp(tile(400, 300, '#eeeeee'))
    .composite([
      { input: tile(40, 40, '#cc3300'), left: 100, top: 60 },
      { input: tile(400, 1, `#${shade.toString(16).padStart(6, '0')}`), left: 0, top: 299 },
    ])
    .png()
    .toBuffer()
}

/** A project at version 2 of its only design, with the square where it was, and an open comment on it from version 1. */
async function givenCarried() {
  const project = await givenProject(app.api)
  const first = await givenVersion(app.api, project, { image: await pictureWithSquare() })
  const comment = await givenComment(app.api, project._id, { x: 120, y: 80 }, author)
  const second = await givenVersion(app.api, project, { image: await pictureWithSquare() })
  return { project, first, second, comment }
}

test('an open comment gets a place on a new version; resolved ones and those on the whole design do not', async () => {
  const project = await givenProject(app.api)
  await givenVersion(app.api, project, { image: await pictureWithSquare() })
  const open = await givenComment(app.api, project._id, { x: 120, y: 80 })
  const region = await givenComment(app.api, project._id, { kind: 'region', x: 95, y: 55, w: 50, h: 45 })
  const resolved = await givenComment(app.api, project._id)
  const whole = await givenComment(app.api, project._id, { kind: 'design' })
  await app.api.patch(pathOf(project, resolved)).set(project.owner.auth).send({ resolved: true }).expect(200)

  const version = await givenVersion(app.api, project, { image: await pictureWithSquare() })
  expect(version.placing).toBe('pending')
  expect((await openProject(app.api, project)).designs[0]?.versions.at(-1)?.placing).toBe('pending')
  await run()

  const opened = await openProject(app.api, project)
  expect(opened.designs[0]?.versions.at(-1)).not.toHaveProperty('placing')
  expect(found(opened, open)).toMatchObject({
    ...{ x: 120, y: 80, version: open.version },
    places: [{ version: version._id, x: 120, y: 80, state: 'followed' }],
  })
  expect(found(opened, region)?.places).toMatchObject([{ version: version._id, w: 50, h: 45 }])
  for (const other of [resolved, whole]) expect(found(opened, other)).not.toHaveProperty('places')
})

test('a comment on words that were drawn again follows them, if the text of both versions says where they are', async () => {
  const lineAt = (text: string, y: number) => [{ text, box: [100, y, 40, 40], selector: '#buy' }]
  const placeWith = async (after: object[]) => {
    const project = await givenProject(app.api)
    await givenVersion(app.api, project, { image: await pictureWithSquare(), lines: lineAt('Buy', 60) })
    const comment = await givenComment(app.api, project._id, { x: 120, y: 80 })
    await givenVersion(app.api, project, { lines: after })
    await run()
    return found(await openProject(app.api, project), comment)?.places
  }

  expect(await placeWith(lineAt('Get', 160))).toMatchObject([{ x: 120, y: 180, state: 'followed' }])
  // Control: the pictures alone do not say it.
  expect(await placeWith([])).not.toMatchObject([{ state: 'followed' }])
})

test('a comment that is reopened, answered or restored gets a place on the newest version too', async () => {
  const project = await givenProject(app.api)
  const comments = await Promise.all([1, 2, 3].map(() => givenComment(app.api, project._id, {}, author)))
  const [reopened, answered, restored] = comments
  if (!reopened || !answered || !restored) throw new Error('three comments were made')
  const change = (comment: Comment, body: object) =>
    app.api.patch(pathOf(project, comment)).set(project.owner.auth).send(body).expect(200)
  await change(reopened, { resolved: true })
  await change(answered, { resolved: true })
  await app.api.delete(pathOf(project, restored)).set(author).expect(200)
  const version = await givenVersion(app.api, project)
  await run()

  await change(reopened, { resolved: false })
  await givenReply(app.api, project._id, answered._id)
  await change(restored, { deleted: false })
  await run()

  const opened = await openProject(app.api, project)
  for (const comment of comments) {
    expect(found(opened, comment)?.places).toMatchObject([{ version: version._id }])
  }
})

test('a comment that is reopened, answered or restored later gets its place too', async () => {
  const project = await givenProject(app.api)
  const comments = await Promise.all([1, 2, 3].map(() => givenComment(app.api, project._id, {}, author)))
  const [reopened, answered, restored] = comments
  if (!reopened || !answered || !restored) throw new Error('three comments were made')
  const change = (comment: Comment, body: object) =>
    app.api.patch(pathOf(project, comment)).set(project.owner.auth).send(body)
  for (const comment of [reopened, answered]) await change(comment, { resolved: true }).expect(200)
  await app.api.delete(pathOf(project, restored)).set(author).expect(200)
  const version = await givenVersion(app.api, project)
  await run()

  const reply = { commenter: 'Tom', text: 'Not yet' }
  await change(reopened, { resolved: false }).expect(200)
  await app.api
    .post(pathOf(project, answered, '/replies'))
    .send(reply)
    .expect(201)
  await change(restored, { deleted: false }).expect(200)
  await run()

  const opened = await openProject(app.api, project)
  for (const comment of comments) {
    expect(found(opened, comment)?.places).toMatchObject([{ version: version._id }])
  }
})

test('older versions are read-only, and a design can be addressed by its own id or its newest version', async () => {
  const { project, first, second, comment } = await givenCarried()
  const [poster] = await givenDesigns(app.api, project, ['Poster'])
  const send = (place: object) =>
    app.api
      .post(`/comment/add/${project._id}`)
      .set('Idempotency-Key', newKey())
      .send({ commenter: 'Ben', text: 'Here', x: 1, y: 1, ...place })

  expect(await send({ version: first._id })).toMatchObject({ status: 409, body: { code: 'old_version' } })
  expect((await send({ version: second._id })).status).toBe(201)
  expect((await send({})).body.version).toBe(second._id)
  const onPoster = await send({ design: poster?._id })
  expect(onPoster.body).toMatchObject({ design: poster?._id, version: poster?.versions[0]?._id })
  expect((await send({ design: poster?._id, version: second._id })).body.code).toBe('design_not_found')
  expect((await send({ design: poster?._id, x: 9_999 })).body.code).toBe('position_outside')
  const moved = await app.api.patch(pathOf(project, comment)).set(author).send({ x: 5, y: 5 })
  expect(moved).toMatchObject({ status: 409, body: { code: 'old_version' } })
  // It is open on the newest version, where the conversation continues.
  await givenReply(app.api, project._id, comment._id)
  const numbers = (await openProject(app.api, project)).comments.map(({ number }) => number)
  expect(numbers).toEqual([1, 2, 3, 4])
})

test('only the owner can confirm a place, and only the author can move it', async () => {
  const { project, second, comment } = await givenCarried()
  await run()
  const place = (headers: Record<string, string>, body: object) =>
    app.api
      .put(pathOf(project, comment, '/place'))
      .set(headers)
      .send(body)

  const moved = await place(author, { x: 30, y: 40, version: second._id })
  expect(moved.body).toMatchObject({
    ...{ x: 120, y: 80 },
    places: [{ version: second._id, x: 30, y: 40, state: 'placed' }],
  })
  const confirmed = await place(project.owner.auth, { state: 'followed' })
  expect(confirmed.body.places).toMatchObject([{ x: 30, y: 40, state: 'followed' }])
  const kept = await place(project.owner.auth, { kind: 'design' })
  expect(kept.body.places).toMatchObject([{ state: 'placed', kind: 'design' }])
  expect((await place(givenGuest(), { x: 1, y: 1 })).body.code).toBe('not_yours')
  expect((await place(author, { x: 401, y: 1 })).body.code).toBe('position_outside')
  expect((await place(author, {})).body.code).toBe('place_not_valid')
  expect((await place(author, { x: 1, y: 1, version: comment.version })).body.code).toBe('old_version')
  const onNewest = await givenComment(app.api, project._id)
  const wrong = await app.api
    .put(pathOf(project, onNewest, '/place'))
    .set(project.owner.auth)
    .send({ x: 1, y: 1 })
  expect(wrong).toMatchObject({ status: 409, body: { code: 'made_on_newest' } })
})

test('a place set by hand is where the next version starts to search, and the job keeps it', async () => {
  const { project, second, comment } = await givenCarried()
  const path = pathOf(project, comment, '/place')
  expect((await app.api.put(path).set(author).send({ state: 'followed' })).body.code).toBe(
    'place_not_found_yet',
  )
  await app.api.put(path).set(author).send({ x: 200, y: 150 }).expect(200)
  const third = await givenVersion(app.api, project, { image: await pictureWithSquare() })

  await Promise.all([run(), run(), run()])

  expect(found(await openProject(app.api, project), comment)?.places).toMatchObject([{ version: third._id }])
  const stored = await ThreadModel.findOne({ publicId: comment._id }).orFail().lean()
  expect(stored.places).toEqual([
    { version: second._id, x: 200, y: 150, state: 'placed' },
    { version: third._id, x: 200, y: 150, state: 'followed' },
  ])
})

test('the comments of a design that was deleted before they were placed get their places when it is restored', async () => {
  const { project, second, comment } = await givenCarried()
  await givenDesigns(app.api, project, ['Poster'])
  const path = `/projects/${project._id}/designs/${comment.design}`
  await app.api.delete(path).set(project.owner.auth).expect(200)
  await run()
  expect(await TaskModel.exists({ version: second._id })).toBeNull()

  await app.api.post(`${path}/restore`).set(project.owner.auth).expect(200)
  await run()

  const opened = await openProject(app.api, project)
  expect(opened.designs[0]?.versions.at(-1)).not.toHaveProperty('placing')
  expect(found(opened, comment)?.places).toMatchObject([{ version: second._id, state: 'followed' }])
})

test('a comment that is kept for the whole design stays so on the next version', async () => {
  const { project, comment } = await givenCarried()
  await run()
  const keep = { kind: 'design' }
  await app.api
    .put(pathOf(project, comment, '/place'))
    .set(project.owner.auth)
    .send(keep)
    .expect(200)
  const third = await givenVersion(app.api, project, { image: await pictureWithSquare() })

  await run()

  expect(found(await openProject(app.api, project), comment)?.places).toEqual([
    { version: third._id, x: 0, y: 0, state: 'placed', kind: 'design' },
  ])
})

test('a task of a dead process is done by the next one after its lease has ended', async () => {
  const { project, second, comment } = await givenCarried()
  const job = { version: second._id }
  await TaskModel.updateOne(job, { lease: 'of a dead process', dueAt: new Date(Date.now() + 1_000) })
  await run()
  expect(found(await openProject(app.api, project), comment)).not.toHaveProperty('places')

  await expect
    .poll(async () => {
      await run()
      return found(await openProject(app.api, project), comment)?.places
    })
    .toMatchObject([{ version: second._id }])
  expect(await TaskModel.exists(job)).toBeNull()
})

test('a task without its version is dropped', async () => {
  const project = await givenProject(app.api)
  const stored = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const version = newPublicId()
  await storeTasks([placingTask(stored, { design: newPublicId(), version })])
  await run()
  expect(await TaskModel.exists({ version })).toBeNull()
})

test('comments on a version that cannot be compared all have to be checked, and the version says so', async () => {
  const { project, second, comment } = await givenCarried()
  await TaskModel.updateOne({ version: second._id }, { tries: 2 })
  await run()
  const opened = await openProject(app.api, project)
  expect(opened.designs[0]?.versions.at(-1)).toMatchObject({ placing: 'failed' })
  expect(found(opened, comment)?.places).toMatchObject([{ version: second._id, state: 'check' }])

  const stored = await ProjectModel.findOne({ publicId: project._id }).orFail()
  await storeTasks([placingTask(stored, { design: comment.design, version: second._id })])
  await run()
  const again = await openProject(app.api, project)
  expect(again.designs[0]?.versions.at(-1)).toMatchObject({ placing: 'failed' })
})

test('a long task leaves its turn to others before it continues', async () => {
  const { project, comment } = await givenCarried()
  const later = await givenComment(app.api, project._id, { x: 110, y: 70 })
  const { _id: version } = await givenVersion(app.api, project, { image: await pictureWithSquare() })
  const task = await TaskModel.findOne({ version }).orFail().lean()
  let ms = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 11_000))
  onTestFinished(() => clock.mockRestore())
  const outcomes: string[] = []
  const placed = async () => {
    outcomes.push(await placeComments(task))
    const opened = await openProject(app.api, project)
    return [comment, later].filter((one) =>
      found(opened, one)?.places?.some((place) => place.version === version),
    )
  }

  expect(await placed()).toHaveLength(1)
  expect(await placed()).toHaveLength(2)
  expect(outcomes[0]).toBe('continue')
})

test('a stop ends after the task that is under way, and another process takes the others', async () => {
  const project = new mongoose.Types.ObjectId()
  const count = 60
  const ids = Array.from({ length: count }, () => newPublicId())
  const owner = new mongoose.Types.ObjectId()
  const task = (version: string) => placingTask({ _id: project, owner }, { design: newPublicId(), version })
  await storeTasks(ids.map(task))
  const left = () => TaskModel.countDocuments({ project })
  const stop = startTasks([placing], createLog('silent'))
  await expect.poll(left, { interval: 5 }).toBeLessThan(count)

  await stop()

  expect(await left()).toBeGreaterThan(0)
  await run()
  expect(await left()).toBe(0)
})
