import { expect, onTestFinished, test, vi } from 'vitest'
import type { Project } from '@pinmark/shared/entities/project'
import { projectQuerySchema } from '@pinmark/shared/entities/requests'
import { sharedTestApp } from '../../test/app-under-test'
import {
  givenComment,
  givenProject,
  givenSettings,
  newKey,
  type GivenProject,
} from '../../test/given-project'
import type { Actor } from '../core/actor'
import { ImageKeys } from '../images/image-keys'
import { FairSlots } from '../base/fair-slots'
import { ThreadModel } from '../comments/comment.record'
import { ProjectModel } from './project.record'
import { openProject } from './open-project.service'

const app = sharedTestApp()

const guest: Actor = { user: null, token: 'none', network: '127.0.0.1', guestHash: null, lock: null }

/** Copies of the only comment of a project. */
async function givenCopies({ _id: project }: GivenProject, comment: { _id: string }, length: number) {
  const { _id, ...stored } = await ThreadModel.findOne({ publicId: comment._id }).lean().orFail()
  const copies = Array.from({ length }, (_one, index) => {
    return { ...stored, number: index + 2, publicId: newKey(), dedupe: newKey() }
  })
  await ThreadModel.collection.insertMany(copies)
  await ProjectModel.updateOne({ publicId: project }, { size: length + 1 })
}

test('a slow reader gets no more comments after their access ends', async () => {
  const project = await givenProject(app.api)
  const first = await givenComment(app.api, project._id)
  await givenCopies(project, first, 599)
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

test('visitors whose requests share a read wait in the lines of their own networks', async () => {
  const project = await givenProject(app.api)
  await givenCopies(project, await givenComment(app.api, project._id), 599)
  const line = vi.spyOn(FairSlots.prototype, 'run')
  onTestFinished(() => line.mockRestore())
  const read = async (network: string) => {
    const query = projectQuerySchema.parse({ image: 'none' })
    const actor = { ...guest, network }
    const opening = {
      actor,
      projectId: project._id,
      query,
      imageKeys: new ImageKeys(app.config),
      hasMail: false,
    }
    const answer = await openProject(opening)
    if (typeof answer === 'string') throw new Error('The answer comes in one piece.')
    for await (const _piece of answer) continue
  }

  // The first one is read alone, and the others share the next read.
  await Promise.all(['198.51.100.0/24', '198.51.100.0/24', '203.0.113.0/24'].map(read))

  const networks = line.mock.calls.map(([waiter]) => waiter.network)
  const linesOf = (network: string) => networks.filter((one) => one === network).length
  expect(linesOf('198.51.100.0/24')).toBe(2 * linesOf('203.0.113.0/24'))
})

test('few comments that are long come in pieces, with or without the picture', async () => {
  const project = await givenProject(app.api)
  await givenCopies(project, await givenComment(app.api, project._id, { text: '💩'.repeat(5_000) }), 59)
  const pieces = async (query: object) => {
    const opening = {
      actor: guest,
      projectId: project._id,
      imageKeys: new ImageKeys(app.config),
      hasMail: false,
    }
    const answer = await openProject({ ...opening, query: projectQuerySchema.parse(query) })
    if (typeof answer === 'string') throw new Error('The answer comes in one piece.')
    const texts: string[] = []
    for await (const piece of answer) texts.push(String(piece))
    return texts
  }
  const numbersOf = ({ comments }: Project) => comments.map(({ number }) => number)

  const all = await pieces({ image: 'none' })
  const page = await pieces({ image: 'full', comments: '20', after: '10' })

  expect(Math.max(...all.map(({ length }) => length))).toBeLessThan(1_000_000)
  const [whole, part] = [JSON.parse(all.join('')), JSON.parse(page.join(''))]
  expect([numbersOf(whole), whole.commentsNext]).toEqual([
    Array.from({ length: 60 }, (_, at) => at + 1),
    null,
  ])
  expect([numbersOf(part), part.commentsNext]).toEqual([Array.from({ length: 20 }, (_, at) => at + 11), 30])
  expect(part.image).toMatch(/^[\w+/]+=*$/)
})
