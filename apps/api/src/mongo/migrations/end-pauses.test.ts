import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenProject } from '../../../test/given-project'
import { runMigration } from '../../../test/run-migration'
import { endPauses } from './steps'

const app = sharedTestApp()

test('a link whose comments were paused is view-only, and others keep their permission', async () => {
  const [paused, open] = [await givenProject(app.api), await givenProject(app.api)]
  const projects = mongoose.connection.collection('projects')
  const setPausedAt = ({ _id }: { _id: string }, pausedAt: Date | null) =>
    projects.updateOne({ publicId: _id }, { $set: { 'link.pausedAt': pausedAt } })
  await setPausedAt(paused, new Date())
  await setPausedAt(open, null)

  for (let run = 0; run < 2; run += 1) {
    await runMigration(endPauses)
    const linkOf = async ({ _id }: { _id: string }) => (await app.api.get(`/projects/${_id}`)).body
    expect(await linkOf(paused)).toMatchObject({ can: { comment: false }, link: { permission: 'view' } })
    expect(await linkOf(open)).toMatchObject({ can: { comment: true }, link: { permission: 'comment' } })
  }
})
