import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { addComment } from '@pinmark/shared/api/comments'
import { pathTo } from '@pinmark/shared/api/endpoint'
import { listProjects, openProject } from '@pinmark/shared/api/projects'
import { readMe } from '@pinmark/shared/api/users'
import { pagePaths } from '@pinmark/shared/paths'
import mongoose from 'mongoose'
import { beforeAll, expect, test } from 'vitest'
import { ProjectModel } from '../../src/projects/project.record'
import { sharedTestApp } from '../app-under-test'
import { design, givenComment, givenGuest, givenProject, type GivenProject } from '../given-project'

const app = sharedTestApp()
let project: GivenProject

beforeAll(async () => {
  project = await givenProject(app.api)
  for (let number = 0; number < 100; number += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => givenComment(app.api, project._id, remark(number + index))),
    )
  }
  // Without stored counts, a list would count by itself.
  await app.api.get('/projects').set(project.owner.auth)
  const pattern = await ProjectModel.collection.findOne({ publicId: project._id })
  const others = Array.from({ length: 49 }, (_, index) => {
    const id = newId()
    const names = { name: `Landing page ${index}`, publicId: id, linkId: id, addresses: [id] }
    return { ...pattern, ...names, _id: new mongoose.Types.ObjectId() }
  })
  await ProjectModel.collection.insertMany(others)
}, 120_000)

const newId = () => randomBytes(16).toString('base64url')

const words =
  'the heading looks calmer than before but this photo needs more room on small screens please'.split(' ')

/** A text of 60 to 90 characters that hardly shares sequences of words with others. */
function remark(number: number) {
  const text = Array.from(
    { length: 13 },
    (_, index) => words[(number * 7 + index * index * 3) % words.length],
  )
  return {
    text: `${number}: ${text.join(' ')}`,
    x: (number * 3) % design.width,
    y: (number * 2) % design.height,
  }
}

/** Maximum size of an answer after gzip. */
const budgetKb = {
  'a project with 100 comments': 12,
  'a list of 50 projects': 10,
  // With the pins of its open comments and the first rows.
  'the page of a shared link': 3.5,
  'a new comment': 0.6,
  'who I am': 0.4,
}

test.for(Object.entries(budgetKb))('%s has at most %d KB', async ([what, maxKb]) => {
  const { api } = app
  const { owner, _id } = project
  const guest = givenGuest()
  const asked = {
    'a project with 100 comments': () =>
      api
        .get(pathTo(openProject, { params: { projectId: _id }, query: { image: 'none', comments: 200 } }))
        .set(guest),
    'a list of 50 projects': () =>
      api.get(pathTo(listProjects, { query: { image: 'none' } })).set(owner.auth),
    'the page of a shared link': () => api.get(pagePaths.project(_id)),
    'a new comment': () =>
      api
        .post(pathTo(addComment, { params: { projectId: _id } }))
        .set(guest)
        .send({ commenter: 'Ana Ruiz', ...remark(200) }),
    'who I am': () => api.get(pathTo(readMe)).set(owner.auth),
  }[what]
  const answer = await asked?.()

  expect(answer?.status).toBeLessThan(300)
  const kilobytes = gzipSync(answer?.text ?? '').length / 1024
  expect(kilobytes).toBeGreaterThan(0.1)
  expect(kilobytes).toBeLessThanOrEqual(maxKb)
})
