import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenVersion, openProject } from '../../../test/given-design'
import { givenProject } from '../../../test/given-project'
import { runMigration } from '../../../test/run-migration'
import { numberVersions } from './steps'

const app = sharedTestApp()

/** A project as it was stored when every design had one version. */
async function givenOldProject() {
  const project = await givenProject(app.api)
  const since = {
    ...{ 'designs.$[].nextVersion': '', 'designs.$[].versions.$[].number': '' },
    ...{ 'designs.$[].versions.$[].note': '', 'designs.$[].versions.$[].round': '' },
    ...{ 'designs.$[].versions.$[].pixels': '' },
    ...{ trash: '', designCount: '', versionCount: '', designsRevision: '', round: '' },
  }
  await mongoose.connection.collection('projects').updateOne({ publicId: project._id }, { $unset: since })
  return project
}

test('a project with one version gets the fields of a new one, and accepts a second version', async () => {
  const old = await givenOldProject()
  const fresh = await givenProject(app.api, { owner: old.owner })

  await runMigration(numberVersions)
  await runMigration(numberVersions)

  const opened = await openProject(app.api, old)
  const created = await openProject(app.api, fresh)
  expect(opened.designs[0]?.versions[0]).toMatchObject({ number: 1, note: '', round: 1 })
  expect(Object.keys(opened)).toEqual(Object.keys(created))
  expect(await givenVersion(app.api, old)).toMatchObject({ number: 2, round: 2 })
  expect((await openProject(app.api, old)).designs[0]?.versions).toHaveLength(2)
})

test('the image of an old version is recognised', async () => {
  const old = await givenOldProject()
  await runMigration(numberVersions)
  const [design] = (await openProject(app.api, old)).designs
  const view = await app.api.get(`/images/${design?.versions[0]?.image._id}/view`).responseType('blob')

  const answer = await app.api
    .post(`/projects/${old._id}/designs/${design?._id}/versions`)
    .set(old.owner.auth)
    .attach('image', view.body, 'same.webp')

  expect(answer).toMatchObject({ status: 200, body: { number: 1 } })
})
