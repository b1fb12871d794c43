import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app-under-test'
import { givenComment, givenProject, givenReply } from '../../test/given-project'
import { ThreadModel } from '../models/comment'
import { ImageModel } from '../models/image'
import { ProjectModel } from '../models/project'
import { sweep } from './sweep'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.stop())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const days = 24 * 60

test('a project ends for good thirty days after it was deleted, with its comments and images, and no earlier', async () => {
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

test('deleted comments end once nobody can bring them back; a place with replies keeps no words', async () => {
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
