import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenProject, newKey } from '../../../test/given-project'
import { runMigration } from '../../../test/run-migration'
import { recountComments } from './steps'

const app = sharedTestApp()

test('counts of an older rule are counted again', async () => {
  const project = await givenProject(app.api)
  await app.api
    .post(`/comment/add/${project._id}`)
    .set('Idempotency-Key', newKey())
    .send({ commenter: 'Ana', text: 'Unread', x: 1, y: 1 })
  // Counts as another rule may have stored them, with the sequence number that marks them as exact.
  const wrong = { $mergeObjects: ['$stats', { open: 7, total: 9, seq: '$seq' }] }
  await mongoose.connection
    .collection('projects')
    .updateOne({ publicId: project._id }, [{ $set: { stats: wrong } }])
  const counts = async () => {
    const list: ProjectSummary[] = (await app.api.get('/projects').set(project.owner.auth)).body
    return list.find(({ _id }) => _id === project._id)?.stats
  }
  expect(await counts()).toMatchObject({ open: 7, total: 9 })

  await runMigration(recountComments)

  expect(await counts()).toMatchObject({ open: 1, total: 1 })
})
