/** Reproduces by hand the state after a crash between the two writes of a change, because a process cannot be
 *  stopped at exactly that point. */
import mongoose from 'mongoose'
import { expect, test, vi } from 'vitest'
import { givenTestApp, sharedTestApp, type Api } from '../../test/app-under-test'
import { givenDesigns, givenVersion } from '../../test/given-design'
import { givenComment, givenProject, givenReply, type GivenProject } from '../../test/given-project'
import { guestPermit } from '../../test/guest-permit'
import { ProjectModel } from './project'
import { beginChange, settleStats } from './project-stats'

const app = sharedTestApp()

const statsOf = async ({ owner }: GivenProject) =>
  (await app.api.get('/projects?image=none').set(owner.auth)).body[0].stats
const stored = ({ _id }: GivenProject) => ProjectModel.findOne({ publicId: _id }).lean().orFail()

test('counts are stored after changes have ended, and match a recount', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id, { text: 'x'.repeat(1_000) })
  const counted = await statsOf(project)

  await settleStats()

  const { seq, stats } = await stored(project)
  expect(stats.seq).toBe(seq)
  expect(await statsOf(project)).toEqual(counted)
  expect(counted).toMatchObject({ open: 1, total: 1, new: 1, last: { text: 'x'.repeat(200) } })
})

test('threads count as open or resolved, and as new if others wrote them', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const first = await givenComment(app.api, project._id)
  await givenComment(app.api, project._id)
  await givenComment(app.api, project._id, {}, auth)
  const own = await givenComment(app.api, project._id, {}, auth)
  for (const { _id } of [first, own]) {
    const path = `/projects/${project._id}/comments/${_id}`
    expect((await app.api.patch(path).set(auth).send({ resolved: true })).status).toBe(200)
  }
  expect(await statsOf(project)).toMatchObject({ open: 2, total: 4, new: 2 })
})

test('a thread that was resolved before the newest version is not new, because the project page does not show it', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const resolved = await givenComment(app.api, project._id)
  await givenReply(app.api, project._id, resolved._id)
  await givenComment(app.api, project._id)
  const path = `/projects/${project._id}/comments`
  expect((await app.api.patch(`${path}/${resolved._id}`).set(auth).send({ resolved: true })).status).toBe(200)
  expect(await statsOf(project)).toMatchObject({ new: 2 })

  await givenVersion(app.api, project)
  expect(await statsOf(project)).toMatchObject({ open: 1, total: 2, new: 1 })
  await settleStats()
  expect(await statsOf(project)).toMatchObject({ open: 1, total: 2, new: 1 })
})

test('an unfinished change leaves correct counts and a skipped number, and is dropped after a minute', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  await settleStats()
  await beginChange(guestPermit(project._id), { $inc: { nextNumber: 1, size: 1 } })

  expect(await statsOf(project)).toMatchObject({ open: 1, total: 1 })
  expect((await givenComment(app.api, project._id)).number).toBe(3)
  await settleStats()
  expect(await statsOf(project)).toMatchObject({ open: 2, total: 2 })
  expect((await stored(project)).stats.seq).toBeLessThan((await stored(project)).seq)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await statsOf(project)).toMatchObject({ open: 2, total: 2 })
  vi.useRealTimers()
  expect((await stored(project)).stats).toMatchObject({ open: 2, seq: (await stored(project)).seq })
})

const deleteDesign = async (api: Api, project: GivenProject) => {
  const [design] = await givenDesigns(api, project, ['Second'])
  const path = `/projects/${project._id}/designs/${design?._id}`
  await api.delete(path).set(project.owner.auth).expect(200)
  return { restore: () => api.post(`${path}/restore`).set(project.owner.auth).expect(200) }
}

test('deleting and restoring a design or a version leaves no change under way', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  await givenComment(app.api, project._id)
  const { restore } = await deleteDesign(app.api, project)
  await givenComment(app.api, project._id)
  await settleStats()
  expect((await stored(project)).stats.seq).toBe((await stored(project)).seq)

  await restore()
  const { _id: version } = await givenVersion(app.api, project)
  const versions = `/projects/${project._id}/designs/${(await stored(project)).front.design}/versions`
  await app.api.delete(`${versions}/${version}`).set(auth).expect(200)
  await app.api.post(`${versions}/${version}/restore`).set(auth).expect(200)
  await givenComment(app.api, project._id)
  await settleStats()
  expect((await stored(project)).stats.seq).toBe((await stored(project)).seq)
})

test('discarded counts stay discarded when a change ends, until a reader counts again', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  await ProjectModel.updateOne({ publicId: project._id }, { $inc: { seq: 1 }, $set: { 'stats.seq': -1 } })
  await givenComment(app.api, project._id)
  await settleStats()
  expect((await stored(project)).stats.seq).toBe(-1)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(await statsOf(project)).toMatchObject({ open: 2, total: 2 })
  vi.useRealTimers()
  expect((await stored(project)).stats).toMatchObject({ open: 2, seq: (await stored(project)).seq })
})

test('after a design was deleted, deleted comments still free their room', async () => {
  const small = await givenTestApp({ limits: { maxCommentsPerProject: 4 } })
  const project = await givenProject(small.api)
  const { auth } = project.owner
  for (let count = 0; count < 2; count += 1) {
    const { _id } = await givenComment(small.api, project._id, {}, auth)
    await small.api.delete(`/projects/${project._id}/comments/${_id}`).set(auth).expect(200)
  }
  await deleteDesign(small.api, project)

  for (let count = 0; count < 3; count += 1) await givenComment(small.api, project._id, {}, auth)
  expect((await givenComment(small.api, project._id, {}, auth)).number).toBe(6)
})

test('readers count a comment whose count is missing after a crash', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  await settleStats()
  const { seq } = await stored(project)
  await ProjectModel.updateOne(
    { publicId: project._id },
    { stats: { seq: seq - 1, open: 0, total: 0, new: 0, last: null } },
  )

  expect(await statsOf(project)).toMatchObject({ open: 1, total: 1, last: { commenter: 'Ana Ruiz' } })
})

test('a counter that is behind its comments, as after restoring a backup, catches up', async () => {
  const project = await givenProject(app.api)
  for (let count = 0; count < 3; count += 1) await givenComment(app.api, project._id)
  await ProjectModel.updateOne({ publicId: project._id }, { nextNumber: 1 })

  expect((await givenComment(app.api, project._id)).number).toBe(4)
})

test('no query of a page scans a collection or sorts in memory', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  const { db } = mongoose.connection
  if (!db) throw new Error('not connected')
  await db.command({ profile: 2 })

  await app.api.get('/projects').set(project.owner.auth)
  await app.api.get('/projects?state=deleted').set(project.owner.auth)
  await app.api.get(`/projects/${project._id}?comments=200`)
  await app.api.get(`/projects/${project._id}?comments=200`).set(project.owner.auth)
  await givenComment(app.api, project._id)
  await givenComment(app.api, project._id, {}, project.owner.auth)
  await settleStats()

  await db.command({ profile: 0 })
  const profiled = await db
    .collection('system.profile')
    .find({ planSummary: { $exists: true } })
    .toArray()
  const plans = profiled.map(({ ns, planSummary, hasSortStage }) => ({ ns, planSummary, hasSortStage }))
  expect(plans.length).toBeGreaterThan(10)
  expect(plans.filter(({ planSummary, hasSortStage }) => planSummary === 'COLLSCAN' || hasSortStage)).toEqual(
    [],
  )
})
