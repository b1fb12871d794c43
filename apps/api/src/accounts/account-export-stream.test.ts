import mongoose, { type mongo } from 'mongoose'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenProject, newKey } from '../../test/given-project'
import { stranger } from '../../test/given-record'
import { givenUser } from '../../test/given-user'
import { readZip } from '../../test/read-zip'
import { recordCommands } from '../../test/recorded-commands'
import { findActorUser } from '../core/actor'
import { ReplyModel, ThreadModel } from '../comments/comment.record'
import { UserModel } from './user.record'
import { exportData } from './account-export.service'

beforeAll(async () => void (await recordCommands()))
const app = sharedTestApp()

/** Copies of a comment of 2,500 emoji, each with the agreements of the account and of another person. */
async function givenAgreements(projectId: string, email: string, count: number): Promise<void> {
  const { _id: user } = await UserModel.findOne({ email }).orFail()
  const { _id: publicId } = await givenComment(app.api, projectId, { text: '🙂'.repeat(2_500) })
  const { _id, ...stored } = await ThreadModel.findOne({ publicId }).lean().orFail()
  const at = new Date('2026-03-01T12:00:00Z')
  const agrees = [
    { user: null, guest: 'other', name: 'Ben', at: new Date(0) },
    { user, guest: null, name: 'Mara', at },
  ]
  const copies = Array.from({ length: count }, (_one, index) => {
    return { ...stored, agrees, number: index + 2, publicId: newKey(), dedupe: newKey() }
  })
  await ThreadModel.collection.insertMany(copies)
}

test('a slow reader gets no more of a file after their login ends', async () => {
  const user = await givenUser(app.api)
  const project = await givenProject(app.api, { owner: user })
  for (const text of ['One', 'Two', 'Three']) await givenComment(app.api, project._id, { text })
  const actor = { ...stranger, token: 'valid' as const, user: await findActorUser(app.config, user.token) }
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { entries } = await exportData(app.config, actor)
  for await (const { path, content } of entries) {
    if (!path.endsWith('project.json')) {
      content.destroy()
      continue
    }
    const pieces = content[Symbol.asyncIterator]()
    expect(await pieces.next()).toMatchObject({ done: false })

    await app.api.post('/users/logout').set(user.auth).expect(204)
    vi.advanceTimersByTime(5_001)

    const readRest = async () => {
      while (!(await pieces.next()).done);
    }
    await expect(readRest()).rejects.toMatchObject({ code: 'session_ended' })
    return
  }
  throw new Error('project.json is missing')
})

test('an export gives out a long thread in small slices', async () => {
  const user = await givenUser(app.api)
  const project = await givenProject(app.api, { owner: user })
  const { _id: parent, number: thread } = await givenComment(app.api, project._id)
  const root = await ThreadModel.findOne({ publicId: parent }).lean().orFail()
  const text = '🙂'.repeat(5_000)
  const replies = Array.from({ length: 90 }, () => {
    const { _id: _, number: _number, ...stored } = root
    return { ...stored, text, parent, thread, publicId: newKey(), dedupe: newKey() }
  })
  await ReplyModel.collection.insertMany(replies)
  const actor = { ...stranger, token: 'valid' as const, user: await findActorUser(app.config, user.token) }
  const slices: number[] = []

  const { entries } = await exportData(app.config, actor)
  for await (const { content } of entries) for await (const slice of content) slices.push(slice.length)

  expect(slices.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(90 * Buffer.byteLength(text))
  // The compression keeps a few of them.
  expect(Math.max(...slices)).toBeLessThanOrEqual(64 * 1024)
})

test('an export reads the account’s agreements without the words of the comments', async () => {
  const user = await givenUser(app.api)
  const project = await givenProject(app.api)
  await givenAgreements(project._id, user.email, 150)
  let readBytes = 0
  const measure = ({ reply }: mongo.CommandSucceededEvent) => (readBytes += JSON.stringify(reply).length)
  const client = mongoose.connection.getClient().on('commandSucceeded', measure)
  onTestFinished(() => void client.off('commandSucceeded', measure))

  const { body } = await app.api.get('/users/export').set(user.auth).responseType('blob')

  const { agreements } = JSON.parse(String((await readZip(body)).get('account.json')))
  expect(agreements).toHaveLength(150)
  expect(agreements[149]).toEqual({
    ...{ project: project._id, comment: expect.any(String) },
    at: '2026-03-01T12:00:00.000Z',
  })
  expect(readBytes).toBeLessThan(150 * 1_000)
})
