import { limits } from '@pinmark/shared/limits'
import mongoose, { type Types } from 'mongoose'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenDesigns, givenVersion } from '../../test/given-design'
import { givenComment, givenProject, givenReply } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { newPublicId } from '../base/ids'
import { ThreadModel } from '../comments/comment.record'
import { ComparisonModel, findComparison, storeComparison } from '../designs/comparison.record'
import { ImageModel, type ImageRecord } from '../images/image.record'
import { storageOf } from '../images/image-upkeep.record'
import { ProjectModel } from '../projects/project.record'
import { emptyTrash, removeOldestTrash } from './sweep.record'
import { startSweeping, sweep } from './background-work'

const app = sharedTestApp()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const days = 24 * 60
const newVersion = () => ({ publicId: newPublicId(), image: newPublicId() })
/** Starts sweeping an hour ago. @returns a function that stops it */
function sweepForAnHour() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const stop = startSweeping(pino({ level: 'silent' }))
  vi.advanceTimersByTime(61 * 60_000)
  vi.useRealTimers()
  return stop
}
/** Replaces the trash of a project, past the schema. */
const givenTrash = (_id: Types.ObjectId, trash: object[]) =>
  ProjectModel.collection.updateOne({ _id }, { $set: { trash } })

test('a project is removed permanently thirty days after it was deleted, with its comments and images, and no earlier', async () => {
  const project = await givenProject(app.api)
  const kept = await givenProject(app.api, { owner: project.owner })
  await givenComment(app.api, project._id)
  const keptComment = await givenComment(app.api, kept._id)
  await app.api.delete(`/projects/${project._id}`).set(project.owner.auth)
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()

  await sweep(inMinutes(30 * days - 1))
  expect((await app.api.get('/projects?state=deleted').set(project.owner.auth)).body).toHaveLength(1)

  await Promise.all([sweep(inMinutes(30 * days + 6)), sweep(inMinutes(30 * days + 6))])
  expect((await app.api.post(`/projects/${project._id}/restore`).set(project.owner.auth)).status).toBe(404)
  expect(await ProjectModel.exists({ _id })).toBeNull()
  expect(await ThreadModel.exists({ project: _id })).toBeNull()
  expect(await ImageModel.exists({ project: _id })).toBeNull()

  const opened = await app.api.get(`/projects/${kept._id}`)
  expect(opened.body).toMatchObject({ image: expect.any(String), comments: [{ _id: keptComment._id }] })
})

test('deleted comments are removed when they can no longer be restored; one with replies loses its text', async () => {
  const project = await givenProject(app.api)
  const alone = await givenComment(app.api, project._id, { text: 'Alone' })
  const talked = await givenComment(app.api, project._id, { text: 'Talked about' })
  const reply = await givenReply(app.api, project._id, talked._id)
  const gone = await givenReply(app.api, project._id, talked._id)
  const path = (id: string) => `/projects/${project._id}/comments/${id}`
  for (const { _id } of [alone, talked, gone]) await app.api.delete(path(_id)).set(project.owner.auth)
  const before = (await app.api.get(`/projects/${project._id}?image=none`)).body

  await sweep(inMinutes(10))
  expect(await ThreadModel.findOne({ publicId: alone._id }).lean()).toMatchObject({ text: 'Alone' })

  await Promise.all([sweep(inMinutes(16)), sweep(inMinutes(16))])
  expect((await app.api.get(`/projects/${project._id}?image=none`)).body).toEqual(before)
  expect(await ThreadModel.exists({ publicId: alone._id })).toBeNull()
  expect(await ThreadModel.exists({ publicId: gone._id })).toBeNull()
  expect(await ThreadModel.findOne({ publicId: talked._id }).lean()).toMatchObject({ text: '' })

  await app.api.delete(path(reply._id)).set(project.owner.auth)
  await sweep(inMinutes(16))
  expect(await ThreadModel.exists({ publicId: talked._id })).toBeNull()
})

test('a deleted comment stays until none of its replies can be restored', async () => {
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const reply = await givenReply(app.api, project._id, thread._id)
  const path = (id: string) => `/projects/${project._id}/comments/${id}`
  const remove = (id: string) => app.api.delete(path(id)).set(project.owner.auth).expect(200)
  const shown = async () => (await app.api.get(`/projects/${project._id}?image=none`)).body.comments
  await remove(thread._id)
  await ThreadModel.updateOne({ publicId: thread._id }, { deletedAt: inMinutes(-14) })
  await remove(reply._id)

  await sweep(inMinutes(2))
  expect(await shown()).toEqual([])
  await app.api.patch(path(reply._id)).set(project.owner.auth).send({ deleted: false }).expect(200)
  expect(await shown()).toMatchObject([{ _id: thread._id, text: '', replies: [{ _id: reply._id }] }])

  await remove(reply._id)
  await sweep(inMinutes(16))
  expect(await ThreadModel.exists({ publicId: thread._id })).toBeNull()
})

test('a deleted design and a removed version are deleted permanently after thirty days, with images and comments, not before', async () => {
  const project = await givenProject(app.api)
  const [design] = await givenDesigns(app.api, project, ['Poster'])
  const kept = await givenComment(app.api, project._id)
  const removed = await givenVersion(app.api, project)
  const onDesign = await givenComment(app.api, project._id, { version: design?.versions[0]?._id })
  const onVersion = await givenComment(app.api, project._id, { version: removed._id })
  const reply = await givenReply(app.api, project._id, onVersion._id)
  const designs = `/projects/${project._id}/designs`
  await app.api.get(`${designs}/${kept.design}/changes?from=1&to=2`).expect(200)
  await app.api.delete(`${designs}/${design?._id}`).set(project.owner.auth).expect(200)
  await app.api
    .delete(`${designs}/${kept.design}/versions/${removed._id}`)
    .set(project.owner.auth)
    .expect(200)
  const before = (await app.api.get(`/projects/${project._id}?image=none`)).body
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()

  await sweep(inMinutes(30 * days - 1))
  expect((await app.api.get(`/projects/${project._id}/trash`).set(project.owner.auth)).body).toHaveLength(2)

  await Promise.all([sweep(inMinutes(30 * days + 6)), sweep(inMinutes(30 * days + 6))])
  expect((await app.api.get(`/projects/${project._id}/trash`).set(project.owner.auth)).body).toEqual([])
  const restored = await app.api.post(`${designs}/${design?._id}/restore`).set(project.owner.auth)
  expect(restored.body.code).toBe('design_not_found')
  for (const { _id: publicId } of [onDesign, onVersion, reply]) {
    expect(await ThreadModel.exists({ publicId })).toBeNull()
  }
  expect(await ImageModel.countDocuments({ project: _id })).toBe(1)
  expect(await ComparisonModel.countDocuments({ project: _id })).toBe(0)
  expect(await ProjectModel.findById(_id)).toMatchObject({ versionCount: 1 })
  const after = (await app.api.get(`/projects/${project._id}?image=none`)).body
  expect(after).toEqual({ ...before, position: after.position })
  expect(after.comments).toMatchObject([{ _id: kept._id }])
})

test('a full trash removes the oldest deletions first, whether project, design or version', async () => {
  const owner = await givenUser(app.api)
  const project = await givenProject(app.api, { owner })
  const [poster] = await givenDesigns(app.api, project, ['Poster'])
  const other = await givenProject(app.api, { owner })
  await app.api.delete(`/projects/${project._id}/designs/${poster?._id}`).set(owner.auth).expect(200)
  await app.api.delete(`/projects/${other._id}`).set(owner.auth).expect(200)
  const { owner: account } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const used = await storageOf(account)

  expect(await removeOldestTrash(account)).toBe(true)
  const { trash } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  expect(trash).toEqual([])
  expect(await ProjectModel.exists({ publicId: other._id })).not.toBeNull()
  const left = await storageOf(account)
  expect(left.live).toBe(used.live)
  expect(left.trash).toBeLessThan(used.trash)
  expect(await removeOldestTrash(account)).toBe(true)
  expect(await removeOldestTrash(account)).toBe(false)
  expect(await storageOf(account)).toEqual({ live: used.live, trash: 0 })
})

test('versions of one design that leave the trash together free all their room', async () => {
  const project = await givenProject(app.api)
  await givenVersion(app.api, project)
  await givenVersion(app.api, project)
  const [design] = (await app.api.get(`/projects/${project._id}?image=none`)).body.designs
  for (const { _id } of design.versions.slice(1).toReversed()) {
    const path = `/projects/${project._id}/designs/${design._id}/versions/${_id}`
    await app.api.delete(path).set(project.owner.auth).expect(200)
  }

  await emptyTrash()

  const stored = await ProjectModel.findOne({ publicId: project._id }).orFail()
  expect(stored).toMatchObject({ trash: [], versionCount: 1 })
  expect(await ImageModel.countDocuments({ project: stored._id })).toBe(1)
})

test('a design with as many versions as a project may have leaves the trash, with their comparisons', async () => {
  const project = await givenProject(app.api)
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const versions = Array.from({ length: limits.versionsPerProject }, newVersion)
  await givenTrash(_id, [{ publicId: newPublicId(), deletedAt: inMinutes(0), versions }])
  const [from = '', to = ''] = [versions.at(0)?.publicId, versions.at(-1)?.publicId]
  await storeComparison({ project: _id, from, to }, { changes: [], runs: [] })

  await sweep(inMinutes(30 * days + 6))

  expect(await ProjectModel.findById(_id)).toMatchObject({ trash: [] })
  expect(await findComparison({ project: _id, from, to })).toBeNull()
})

test.each([
  ['sweep', () => sweep(inMinutes(30 * days + 6))],
  ['empty-trash command', emptyTrash],
])('of the trash, the %s removes everything but an entry that fails', async (_name, removeAll) => {
  const owner = await givenUser(app.api)
  const [project, deleted] = [await givenProject(app.api, { owner }), await givenProject(app.api, { owner })]
  await app.api.delete(`/projects/${deleted._id}`).set(owner.auth).expect(200)
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const [broken, whole] = [newPublicId(), newPublicId()]
  await givenTrash(_id, [
    { publicId: broken, deletedAt: inMinutes(0), versions: null },
    { publicId: whole, deletedAt: inMinutes(0), versions: [newVersion()] },
  ])
  onTestFinished(async () => void (await ProjectModel.deleteOne({ _id })))

  await expect(removeAll()).rejects.toThrow('null')

  const stored = await ProjectModel.findById(_id).lean().orFail()
  expect(stored.trash.map(({ publicId }) => publicId)).toEqual([broken])
  expect(await ProjectModel.exists({ publicId: deleted._id })).toBeNull()
})

test('of deleted comments, the sweep removes everything but a reply that fails', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const [thread, deleted] = [
    await givenComment(app.api, project._id),
    await givenComment(app.api, project._id),
  ]
  const broken = await givenReply(app.api, project._id, thread._id)
  for (const { _id } of [broken, deleted]) {
    await app.api.delete(`/projects/${project._id}/comments/${_id}`).set(auth).expect(200)
  }
  await ThreadModel.collection.updateOne({ publicId: broken._id }, { $set: { pictures: [null] } })
  onTestFinished(async () => void (await ThreadModel.deleteOne({ publicId: broken._id })))

  await expect(sweep(inMinutes(16))).rejects.toThrow('null')

  expect(await ThreadModel.exists({ publicId: broken._id })).not.toBeNull()
  expect(await ThreadModel.exists({ publicId: deleted._id })).toBeNull()
})

test('a deleted comment with replies is not read again, and is removed with its last reply', async () => {
  const { prototype } = mongoose.mongo.Collection
  const project = await givenProject(app.api)
  const thread = await givenComment(app.api, project._id)
  const replies = [
    await givenReply(app.api, project._id, thread._id),
    await givenReply(app.api, project._id, thread._id),
  ]
  const remove = (id: string) =>
    app.api.delete(`/projects/${project._id}/comments/${id}`).set(project.owner.auth).expect(200)
  await remove(thread._id)
  await sweep(inMinutes(16))

  const find = vi.spyOn(prototype, 'find')
  onTestFinished(() => void vi.restoreAllMocks())
  await sweep(inMinutes(16))

  const searched = find.mock.calls.map(([filter]) => filter)
  expect(searched).not.toContainEqual({ _id: { $in: [] } })
  const inComments = searched.filter((_filter, at) => {
    const context: unknown = find.mock.contexts[at]
    return context instanceof mongoose.mongo.Collection && context.collectionName === 'comments'
  })
  expect(inComments).not.toEqual([])
  for (const filter of inComments) {
    const { executionStats } = await ThreadModel.collection.find(filter ?? {}).explain('executionStats')
    expect(executionStats, JSON.stringify(filter)).toMatchObject({ totalDocsExamined: 0 })
  }

  const isThere: boolean[] = []
  for (const { _id } of replies) {
    await remove(_id)
    await sweep(inMinutes(16))
    isThere.push((await ThreadModel.exists({ publicId: thread._id })) !== null)
  }
  expect(isThere).toEqual([true, false])
})

test('leftovers of an aborted upload are removed even if the server restarts every night', async () => {
  const project = await givenProject(app.api)
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const image = await ImageModel.findOne({ project: _id }).lean().orFail()
  const orphan = { ...image, _id: 'left behind', createdAt: inMinutes(-70) }
  await mongoose.connection.collection<ImageRecord>('images').insertOne(orphan)

  // A stop skips the sweeps that have not begun.
  await sweepForAnHour()()
  expect(await ImageModel.exists({ _id: 'left behind' })).not.toBeNull()

  const stop = sweepForAnHour()
  await expect.poll(() => ImageModel.exists({ _id: 'left behind' })).toBeNull()
  await stop()

  expect(await ImageModel.exists({ _id: image._id })).not.toBeNull()
})

test('a sweep that is stopped leaves its remaining steps for the next one', async () => {
  const project = await givenProject(app.api)
  const comment = await givenComment(app.api, project._id)
  await app.api.delete(`/projects/${project._id}/comments/${comment._id}`).set(project.owner.auth)

  await sweep(inMinutes(16), AbortSignal.abort())
  expect(await ThreadModel.exists({ publicId: comment._id })).not.toBeNull()

  await sweep(inMinutes(16))
  expect(await ThreadModel.exists({ publicId: comment._id })).toBeNull()
})
