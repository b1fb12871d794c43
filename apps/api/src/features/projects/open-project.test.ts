import { expect, test } from 'vitest'
import { projectQuerySchema } from '@pinmark/shared/entities/requests'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenComment, givenProject, givenSettings, newKey } from '../../../test/given-project'
import type { Actor } from '../../access/actor'
import { ImageKeys } from '../../access/image-keys'
import { ThreadModel } from '../../models/comment'
import { ProjectModel } from '../../models/project'
import { openProject } from './open-project.service'

const app = sharedTestApp()

const guest: Actor = { user: null, token: 'none', network: '127.0.0.1', guestHash: null, lock: null }

test('a slow reader gets no more comments after their access ends', async () => {
  const project = await givenProject(app.api)
  const first = await givenComment(app.api, project._id)
  const { _id, ...stored } = await ThreadModel.findOne({ publicId: first._id }).lean().orFail()
  const copies = Array.from({ length: 599 }, (_one, index) => {
    return { ...stored, number: index + 2, publicId: newKey(), dedupe: newKey() }
  })
  await ThreadModel.collection.insertMany(copies)
  await ProjectModel.updateOne({ publicId: project._id }, { size: 600 })
  const query = projectQuerySchema.parse({ image: 'none' })
  const imageKeys = new ImageKeys(app.config)
  const opening = { actor: guest, projectId: project._id, query, imageKeys, hasMail: false }
  const answer = await openProject(opening)
  if (typeof answer === 'string') throw new Error('The answer comes in one piece.')
  const pieces = answer[Symbol.asyncIterator]()
  while (!String((await pieces.next()).value).includes(first._id)) continue

  await givenSettings(app.api, project, { closed: true })

  await expect(pieces.next()).rejects.toMatchObject({ code: 'project_not_found' })
})
