import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { errorCatalogue } from '@pinmark/shared/messages'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenProject, newKey } from '../../../test/given-project'
import { runMigration } from '../../../test/run-migration'
import { protectedNameKeys } from '../../base/name-keys'
import { storeOwnerNameKeys } from './steps'

const app = sharedTestApp()

const projects = () => mongoose.connection.collection('projects')
const commentAs = (commenter: string, projectId: string) =>
  app.api
    .post(`/comment/add/${projectId}`)
    .set('Idempotency-Key', newKey())
    .send({ commenter, text: 'It is me', x: 1, y: 1 })

/** A project with its owner's name as an earlier version stored it. */
async function givenOldProject(
  ownerName: string,
  stored: { ownerNameFolded?: string; ownerNameKeys?: string[] },
) {
  const project = await givenProject(app.api)
  const filter = { publicId: project._id }
  await projects().updateOne(filter, { $unset: { ownerNameKeys: '' } })
  await projects().updateOne(filter, { $set: { ownerName, ...stored } })
  return project
}

test.each([
  ['stored folded', { ownerNameFolded: 'ana❤ruiz' }],
  ['stored with keys of another kind', { ownerNameKeys: ['ana ruiz'] }],
  ['not stored for comparison', {}],
])('a name that was %s is refused for guests afterwards', async (_what, stored) => {
  const project = await givenOldProject('Ana ❤\uFE0F Ruiz', stored)
  await runMigration(storeOwnerNameKeys)

  const answer = await commentAs('Аna ❤ Ruiz', project._id)
  expect(answer).toMatchObject({ status: 400, body: { error: errorCatalogue.commenter_is_owner.text } })
  expect((await commentAs('Ben Ruiz', project._id)).status).toBe(201)
})

test('every one of many projects gets its keys, and a second run changes none', async () => {
  const owner = new mongoose.Types.ObjectId()
  const stale = Array.from({ length: 1_200 }, (_, at) => ({
    publicId: `old-${at}`,
    linkId: `old-link-${at}`,
    owner,
    ownerName: `Ana\u200D ${at}`,
    ownerNameFolded: `ana${at}`,
  }))
  await projects().insertMany(stale)

  await runMigration(storeOwnerNameKeys)

  const stored = () =>
    projects()
      .find({ owner })
      .sort({ _id: 1 })
      .project({ ownerNameFolded: 1, ownerNameKeys: 1, _id: 0 })
      .toArray()
  const expected = stale.map(({ ownerName }) => ({ ownerNameKeys: protectedNameKeys(ownerName) }))
  expect(await stored()).toEqual(expected)
  await runMigration(storeOwnerNameKeys)
  expect(await stored()).toEqual(expected)
})
