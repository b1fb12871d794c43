import { expect, test } from 'vitest'
import { AppError } from '@pinmark/shared/errors'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenComment, givenProject } from '../../../test/given-project'
import { stranger } from '../../../test/given-record'
import { findActorUser } from '../../access/find-actor-user'
import { ImageKeys } from '../../access/image-keys'
import { ThreadModel } from '../../models/comment'
import { setAgreement } from './agree.service'
import { changeComment } from './change-comment.service'

const app = sharedTestApp()

test('a change to a long thread is refused before it is stored if its answer gets no memory', async () => {
  const { _id: projectId, owner } = await givenProject(app.api)
  const { _id: commentId } = await givenComment(app.api, projectId)
  await ThreadModel.updateOne({ publicId: commentId }, { replyRoom: { count: 90, bytes: 1_800_000 } })
  const user = await findActorUser(app.config, owner.token)
  const actor = { ...stranger, token: 'valid' as const, user }
  const imageKeys = new ImageKeys(app.config)
  const holdAnswer = (bytes: number) => {
    if (bytes > 1_800_000) throw new AppError('answers_waiting')
  }
  const nothing = () => Promise.resolve()
  const refused = { code: 'answers_waiting' }

  const changing = { imageKeys, holdAnswer, maxComments: 10, countResolve: nothing }
  await expect(
    changeComment(actor, projectId, commentId, { resolved: true }, changing),
  ).rejects.toMatchObject(refused)
  const agreeing = { imageKeys, holdAnswer, countBrowser: nothing }
  const agreement = { agree: true, commenter: 'Mara' }
  await expect(setAgreement(actor, { projectId, commentId }, agreement, agreeing)).rejects.toMatchObject(
    refused,
  )

  const stored = await ThreadModel.findOne({ publicId: commentId }).lean()
  expect(stored).toMatchObject({ resolved: null })
  expect(stored?.agrees ?? []).toEqual([])
})
