import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { givenTestApp, sharedTestApp, type Api } from '../../test/app-under-test'
import { givenDesigns, givenVersion } from '../../test/given-design'
import { givenComment, givenProject, givenReply, type GivenProject } from '../../test/given-project'
import { ProjectModel } from './project.record'

const app = sharedTestApp()

const statsOf = async ({ owner }: GivenProject) =>
  (await app.api.get('/projects?image=none').set(owner.auth)).body[0].stats
const stored = ({ _id }: GivenProject) => ProjectModel.findOne({ publicId: _id }).lean().orFail()

test('the first reader after a change counts, and the counts are kept until the next change', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id, { text: 'x'.repeat(1_000) })
  expect((await stored(project)).stats.seq).toBeLessThan((await stored(project)).seq)
  const counted = await statsOf(project)

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
  expect(await statsOf(project)).toMatchObject({ open: 1, total: 2, new: 1 })
})

const deleteDesign = async (api: Api, project: GivenProject) => {
  const [design] = await givenDesigns(api, project, ['Second'])
  const path = `/projects/${project._id}/designs/${design?._id}`
  await api.delete(path).set(project.owner.auth).expect(200)
  return { restore: () => api.post(`${path}/restore`).set(project.owner.auth).expect(200) }
}

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
