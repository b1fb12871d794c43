import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { errorCatalogue } from '@pinmark/shared/messages'
import { startTestApp, type TestApp } from '../../test/app-under-test'
import { givenProject } from '../../test/given-project'
import { openForUpkeep, type Upkeep } from '../platform/database'
import { Lease } from './lease'
import { foldOwnerNames } from './fold-owner-names'

let app: TestApp
let upkeep: Upkeep
beforeAll(async () => {
  app = await startTestApp()
  upkeep = await openForUpkeep(inject('mongodbUri'), 'start', mongoose.connection.name)
})
afterAll(async () => {
  await upkeep.close()
  await app.stop()
})

const projects = () => upkeep.db.collection('projects')
const commentAs = (commenter: string, projectId: string) =>
  app.api.post(`/comment/add/${projectId}`).send({ commenter, text: 'It is me', x: 1, y: 1 })

/** A project with its owner's name as an earlier version stored it. */
async function givenOldProject(ownerName: string, folded: { ownerNameFolded?: string }) {
  const project = await givenProject(app.api)
  await projects().updateOne(
    { publicId: project._id },
    { $set: { ownerName, ...folded }, ...(!folded.ownerNameFolded && { $unset: { ownerNameFolded: '' } }) },
  )
  return project
}

async function migrateNames() {
  const lease = await Lease.take(upkeep.db, 30_000)
  if (!lease) throw new Error('Another one holds the lease.')
  await foldOwnerNames({ db: upkeep.db, inFence: (part) => lease.inFence(part) })
  await lease.release()
}

test.each([
  ['folded with the signs in it that draw nothing', { ownerNameFolded: 'ana❤\uFE0Fruiz' }],
  ['not stored folded', {}],
])('a name that was %s is refused to guests afterwards', async (_what, folded) => {
  const project = await givenOldProject('Ana ❤\uFE0F Ruiz', folded)
  expect((await commentAs('Ana ❤ Ruiz', project._id)).status).toBe(201)

  await migrateNames()

  const answer = await commentAs('ana ❤\uFE0F ruiz', project._id)
  expect(answer).toMatchObject({ status: 400, body: { error: errorCatalogue.commenter_is_owner.text } })
  expect((await commentAs('Ben Ruiz', project._id)).status).toBe(201)
})

test('every project of many is folded anew, and a second time changes none', async () => {
  const owner = new mongoose.Types.ObjectId()
  const stale = Array.from({ length: 1_200 }, (_, at) => ({
    publicId: `old-${at}`,
    linkId: `old-link-${at}`,
    owner,
    ownerName: `Ana\u200D ${at}`,
    ownerNameFolded: `ana\u200D${at}`,
  }))
  await projects().insertMany(stale)

  await migrateNames()

  const folded = () =>
    projects().find({ owner }).sort({ _id: 1 }).project({ ownerNameFolded: 1, _id: 0 }).toArray()
  const expected = stale.map((_, at) => ({ ownerNameFolded: `ana${at}` }))
  expect(await folded()).toEqual(expected)
  await migrateNames()
  expect(await folded()).toEqual(expected)
})
