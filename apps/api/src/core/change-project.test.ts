import mongoose from 'mongoose'
import { expect, test, vi } from 'vitest'
import { AppError } from '@pinmark/shared/errors'
import { sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenProject } from '../../test/given-project'
import { accountActor, stranger } from '../../test/given-record'
import { ThreadModel } from '../comments/comment.record'
import { ProjectModel } from '../projects/project.record'
import { changeProject, changeProjectByItself } from './change-project'

const app = sharedTestApp()

const stored = (publicId: string) => ProjectModel.findOne({ publicId }).lean().orFail()
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Adds `count` to the size, together with other changes. */
const add = (projectId: string, count = 1) =>
  changeProject(stranger, projectId, 'comment', ({ project }) => project.nextNumber, {
    touches: [],
    counts: { nextNumber: 1, size: count },
  })

test('changes that wait together share a transaction, and each gets its own number', async () => {
  const { _id } = await givenProject(app.api)
  const { seq } = await stored(_id)
  const commit = vi.spyOn(mongoose.mongo.ClientSession.prototype, 'commitTransaction')

  const numbers = await Promise.all(upTo(60).map(() => add(_id)))

  expect(numbers).toEqual(upTo(60).map((index) => index + 1))
  expect(await stored(_id)).toMatchObject({ nextNumber: 61, size: 60, seq: seq + 60 })
  // The first alone, then fifty, then the others.
  expect(commit).toHaveBeenCalledTimes(3)
  commit.mockRestore()
})

test('a change that throws is left out, and those beside it are stored', async () => {
  const { _id } = await givenProject(app.api)
  const { seq } = await stored(_id)
  const refuse = () =>
    changeProject(
      stranger,
      _id,
      'comment',
      () => {
        throw new AppError('comment_not_found')
      },
      { touches: [], counts: { nextNumber: 1, size: 1 } },
    )

  const outcomes = await Promise.allSettled([add(_id), refuse(), add(_id), refuse(), add(_id)])

  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'))).toEqual([
    ...[1, 'refused', 2, 'refused', 3],
  ])
  expect(await stored(_id)).toMatchObject({ nextNumber: 4, size: 3, seq: seq + 3 })
})

test('a refused change writes nothing', async () => {
  const { _id } = await givenProject(app.api)
  const before = await stored(_id)
  const change = vi.fn<() => void>()
  await expect(changeProject(stranger, _id, 'manage', change)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(
    changeProject(stranger, _id, 'comment', () => {
      throw new AppError('comment_not_found')
    }),
  ).rejects.toMatchObject({ code: 'comment_not_found' })
  expect(change).not.toHaveBeenCalled()
  expect(await stored(_id)).toEqual(before)
})

test('of two changes with the same unique key, one is stored, and those beside it too', async () => {
  const { _id } = await givenProject(app.api)
  const comment = await givenComment(app.api, _id)
  const copied = await ThreadModel.findOne({ publicId: comment._id }).lean().orFail()
  const copy = (dedupe: string) =>
    changeProject(
      stranger,
      _id,
      'comment',
      (unit) => {
        const { nextNumber: number } = unit.project
        unit.insert({
          ...copied,
          _id: new mongoose.Types.ObjectId(),
          publicId: `${dedupe}${number}`,
          number,
          dedupe,
        })
      },
      { touches: [], counts: { nextNumber: 1, size: 1 } },
    )

  const outcomes = await Promise.allSettled(['first', 'same', 'same', 'last'].map(copy))

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await stored(_id)).toMatchObject({ nextNumber: 5, size: 4 })
  const numbers = await ThreadModel.distinct('number', { project: copied.project })
  expect(numbers).toEqual([1, 2, 3, 4])
})

test('changes of two lines, as of two processes, are all stored and counted', async () => {
  const { _id, owner } = await givenProject(app.api)
  const project = await stored(_id)
  const actor = accountActor(project.owner)
  const raise = () =>
    changeProjectByItself(project, (unit) => {
      unit.count({ size: 1 })
    })

  await Promise.all([
    ...upTo(30).map(() => add(_id)),
    ...upTo(30).map(() => raise()),
    app.api.patch(`/projects/${_id}/settings`).set(owner.auth).send({ permission: 'comment' }),
    changeProject(actor, _id, 'comment', (unit) => unit.count({ size: 1 })),
  ])

  expect(await stored(_id)).toMatchObject({ size: 61, seq: project.seq + 62, nextNumber: 31 })
})

test('a project that was removed is not changed by itself', async () => {
  const change = vi.fn<() => void>()
  expect(await changeProjectByItself({ _id: new mongoose.Types.ObjectId() }, change)).toBeNull()
  expect(change).not.toHaveBeenCalled()
})
