import { beforeAll, expect, test } from 'vitest'
import { exportQuerySchema, type ExportFormat } from '@pinmark/shared/entities/export'
import { wordingIn } from '@pinmark/words/server'
import { sharedTestApp } from '../../test/app-under-test'
import { openProject } from '../../test/given-design'
import { givenComment, givenProject, givenSettings, newKey } from '../../test/given-project'
import { recordCommands, type CommandRecorder } from '../../test/recorded-commands'
import { ImageKeys } from '../images/image-keys'
import { ThreadModel } from '../comments/comment.record'
import { SharedPlaces } from '../base/shared-places'
import { Spool } from '../http/body/spool'
import { exportFile } from './export.service'

let recorder: CommandRecorder
beforeAll(async () => void (recorder = await recordCommands()))
const app = sharedTestApp()

const guest = { user: null, token: 'none', network: '127.0.0.1', guestHash: null, lock: null } as const

async function givenManyComments(count: number) {
  const project = await givenProject(app.api)
  const projectId = (await openProject(app.api, project)).link.id
  const first = await givenComment(app.api, project._id, { text: 'A sentence of usual length. '.repeat(15) })
  const { _id, ...stored } = await ThreadModel.findOne({ publicId: first._id }).lean().orFail()
  const copies = Array.from({ length: count - 1 }, (_one, index) => {
    return { ...stored, number: index + 2, publicId: newKey(), dedupe: newKey() }
  })
  // Uses the driver directly, because the validation of so many documents would take longer than the test.
  await ThreadModel.collection.insertMany(copies)
  return { project, projectId }
}

async function piecesOf(projectId: string, format: ExportFormat) {
  const query = exportQuerySchema.parse({ format })
  const imageKeys = new ImageKeys(app.config)
  const room = { freeBytes: () => null, minFreeBytes: 0 }
  const places = new SharedPlaces({ ofNetwork: 1, inAll: 1 })
  const spool = new Spool({ folder: app.config.dataDir, room, places })
  const wording = wordingIn('en')
  const file = await exportFile({
    actor: guest,
    projectId,
    query,
    wording,
    origin: app.url,
    imageKeys,
    spool,
  })
  return (await file.pieces())[Symbol.asyncIterator]()
}

test('5,000 comments are sent in small pieces, and read only as fast as the client takes them', async () => {
  const { projectId } = await givenManyComments(5_000)

  for (const format of ['csv', 'json', 'markdown', 'annotations'] as const) {
    const pieces = await piecesOf(projectId, format)
    const sizes: number[] = []
    const take = async () => {
      const piece = await pieces.next()
      if (!piece.done) sizes.push(piece.value.length)
      return !piece.done
    }

    const reads = await recorder.during(take)
    const isFirst = ({ collection }: { collection: string }) => collection === 'comments'
    expect(reads.filter(isFirst).length, format).toBeLessThanOrEqual(4)
    while (await take());
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      format,
    ).toBeGreaterThan(2_000_000)
    expect(Math.max(...sizes), format).toBeLessThan(160_000)
    expect(sizes.length, format).toBeLessThan(400)
  }
})

test('an export is aborted if its reader loses access', async () => {
  const { project, projectId } = await givenManyComments(500)
  const pieces = await piecesOf(projectId, 'csv')
  expect((await pieces.next()).done).toBe(false)

  await givenSettings(app.api, project, { password: 'calm waters' })

  await expect(pieces.next()).rejects.toMatchObject({ code: 'link_locked' })
})
