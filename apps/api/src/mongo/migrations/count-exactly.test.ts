import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenComment, givenProject, givenReply } from '../../../test/given-project'
import { runMigration } from '../../../test/run-migration'
import { countExactly } from './steps'

const app = sharedTestApp()
const projects = () => mongoose.connection.collection('projects')
const comments = () => mongoose.connection.collection('comments')

test('numbers that were too high or missing are counted, and a second run changes nothing', async () => {
  const project = await givenProject(app.api)
  const answered = await givenComment(app.api, project._id)
  const alone = await givenComment(app.api, project._id)
  const reply = await givenReply(app.api, project._id, answered._id, { text: 'Größer?' })
  const gone = await givenReply(app.api, project._id, answered._id)
  await app.api.delete(`/projects/${project._id}/comments/${gone._id}`).set(project.owner.auth).expect(200)
  await app.api
    .put(`/projects/${project._id}/comments/${reply._id}/agreement`)
    .set(project.owner.auth)
    .send({ agree: true, commenter: 'Mara Hald' })
    .expect(200)
  const [ofProject, ofAnswered, ofAlone] = [project, answered, alone].map(({ _id }) => ({ publicId: _id }))
  const read = async () => ({
    size: (await projects().findOne({ ...ofProject }))?.['size'],
    answered: (await comments().findOne({ ...ofAnswered }))?.['replyRoom'],
    alone: (await comments().findOne({ ...ofAlone }))?.['replyRoom'],
  })
  const exact = await read()
  expect(exact).toMatchObject({ size: 3, alone: { count: 0, bytes: 0 } })
  await projects().updateOne({ ...ofProject }, { $set: { size: 40 } })
  await comments().updateOne({ ...ofAnswered }, { $set: { replyRoom: { count: 9, bytes: 900 } } })
  await comments().updateOne({ ...ofAlone }, { $unset: { replyRoom: 1 } })

  for (let run = 0; run < 2; run += 1) {
    await runMigration(countExactly)
    expect(await read()).toEqual(exact)
  }
})
