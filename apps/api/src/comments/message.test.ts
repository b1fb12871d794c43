/** Unit tests of the parts of a message: its fields, its pictures, and its placing on a newer version. */
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { limits } from '@pinmark/shared/limits'
import { accountActor, projectRecord, stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import type { MessagePicture, ThreadRecord } from './comment.record'
import { digestRequest, newMessage, remainingPictures } from './message'
import { carryToNewest, newestOf } from './place-comment.service'
import { TaskModel } from '../core/task.record'
import { Unit } from '../core/unit'

const project = projectRecord({ link: { permission: 'comment' } })
const owner = accountActor(project.owner)
const ana = { ...stranger, guestHash: 'secret of Ana' }
const digest = { publicId: newPublicId(), dedupe: 'key:x', bodyHash: 'y', triedAt: null }
const words = { commenter: 'Ana', text: 'Calmer?' }

test('a guest writes under the name they enter, the owner under their account name', () => {
  const by = (actor: typeof stranger) => newMessage(actor, project, words, { digest, pictures: [] })
  const noTime = { editedAt: null, deletedAt: null, deletedBy: null }
  expect(by(ana)).toMatchObject({
    ...{ ...words, ...digest, ...noTime, project: project._id, byOwner: false },
    author: { user: null, guest: 'secret of Ana' },
  })
  expect(by(owner)).toMatchObject({
    ...{ byOwner: true, commenter: 'Mara Hald', text: 'Calmer?' },
    author: { user: project.owner, guest: null },
  })
  expect(by(ana)).not.toHaveProperty('pictures')
  const pictures = [picture('a')]
  expect(newMessage(ana, project, words, { digest, pictures })).toMatchObject({ pictures })
})

test.each([
  [-limits.clientClockToleranceMs + 5_000, true],
  [limits.clientClockToleranceMs - 5_000, true],
  [-limits.clientClockToleranceMs - 5_000, false],
  [limits.clientClockToleranceMs + 5_000, false],
])('the time of a browser whose clock differs by %i ms is used: %s', (differenceMs, isBelieved) => {
  const createdAt = new Date(Date.now() + differenceMs).toISOString()
  const message = newMessage(ana, project, { ...words, createdAt }, { digest, pictures: [] })
  const expected = isBelieved ? createdAt : message.storedAt.toISOString()
  expect(message.createdAt.toISOString()).toBe(expected)
})

test('without a time of the browser, the server’s is used', () => {
  const { createdAt, storedAt } = newMessage(ana, project, words, { digest, pictures: [] })
  expect(createdAt).toEqual(storedAt)
})

function picture(id: string, removed?: [by: 'owner' | 'author', msAgo: number]): MessagePicture {
  const shown = { id, image: id, name: '', width: 4, height: 3 }
  return removed ? { ...shown, removedBy: removed[0], removedAt: new Date(Date.now() - removed[1]) } : shown
}

function givenThread(changes: Partial<ThreadRecord> = {}): ThreadRecord {
  const { design, version } = project.front
  const message = newMessage(ana, project, words, { digest, pictures: [] })
  return {
    ...{ ...message, number: 1, state: 'open', design, version, kind: 'pin', x: 1, y: 2, w: null, h: null },
    ...{ resolved: null, parent: null, replyRoom: { count: 0, bytes: 0 } },
    ...changes,
  }
}

const recent = limits.commentUndoMs - 60_000
const pictures = [
  picture('shown'),
  picture('other'),
  picture('by author', ['author', recent]),
  picture('by owner', ['owner', recent]),
  picture('long ago', ['author', recent + 120_000]),
]

test.each([
  [ana, ['shown', 'other'], [], 'author'],
  [ana, ['shown'], ['other'], 'author'],
  [ana, [], ['shown', 'other'], 'author'],
  [ana, ['shown', 'other', 'by author'], [], 'author'],
  [owner, ['by author', 'by owner'], ['shown', 'other'], 'owner'],
])('a change keeps only the named pictures of a message: %#', (actor, ids, gone, removedBy) => {
  const remaining = remainingPictures({ actor, project }, givenThread({ pictures }), ids)
  expect(remaining.shown).toBe(ids.length)
  const changed = new Map(remaining.pictures?.map((picture) => [picture.id, picture]))
  for (const id of ids) expect(changed.get(id)).not.toHaveProperty('removedAt')
  for (const id of gone) expect(changed.get(id)).toMatchObject({ removedBy, removedAt: expect.any(Date) })
  const others = pictures.filter(({ id }) => !ids.includes(id) && !gone.includes(id))
  for (const other of others) expect(changed.get(other.id)).toEqual(other)
})

test.each([
  [ana, ['by owner'], 'picture_not_there'],
  [ana, ['shown', 'long ago'], 'picture_not_there'],
  [owner, ['long ago'], 'picture_not_there'],
  [ana, ['of another message'], 'picture_not_there'],
  [stranger, ['shown'], 'not_yours'],
  [{ ...stranger, token: 'bad' as const }, ['shown'], 'session_ended'],
])('a change with invalid pictures is refused: %#', (actor, ids, code) => {
  const change = () => remainingPictures({ actor, project }, givenThread({ pictures }), ids)
  expect(change).toThrow(expect.objectContaining({ code }))
})

test('a message without pictures has none to keep', () => {
  const by = { actor: ana, project }
  expect(remainingPictures(by, givenThread(), [])).toEqual({ shown: 0, pictures: null })
  expect(() => remainingPictures(by, givenThread(), ['shown'])).toThrow(
    expect.objectContaining({ code: 'picture_not_there' }),
  )
})

test('a comment is placed on a newer version if it is open, has a place, and has none there yet', () => {
  const [design] = project.designs
  const [version] = design?.versions ?? []
  if (!design || !version) throw new Error('The project has no version.')
  const between = { ...version, publicId: newPublicId(), number: 2 }
  const newest = { ...version, publicId: newPublicId(), number: 3 }
  const later = { ...project, designs: [{ ...design, versions: [version, between, newest] }] }
  const isPlaced = (thread: ThreadRecord, on = later) => {
    const unit = new Unit(on)
    carryToNewest(unit, thread)
    return unit.writes.get(TaskModel.collection.name) ?? []
  }
  const place = { x: 1, y: 2, state: 'followed' } as const

  expect(newestOf(later, givenThread())?.publicId).toBe(newest.publicId)
  expect(newestOf(later, givenThread({ design: 'deleted' }))).toBeNull()
  expect(isPlaced(givenThread())).toMatchObject([
    { updateOne: { filter: { _id: `place ${newest.publicId}` } } },
  ])
  expect(isPlaced(givenThread({ places: [{ ...place, version: 'older' }] }))).toMatchObject([
    { updateOne: { filter: { _id: `place ${newest.publicId}` } } },
  ])
  expect(isPlaced(givenThread({ places: [{ ...place, version: newest.publicId }] }))).toEqual([])
  expect(isPlaced(givenThread({ version: newest.publicId }))).toEqual([])
  expect(isPlaced(givenThread({ state: 'resolved' }))).toEqual([])
  expect(isPlaced(givenThread({ kind: 'design' }))).toEqual([])
  expect(isPlaced(givenThread({ design: 'deleted' }))).toEqual([])
  expect(isPlaced(givenThread(), project)).toEqual([])
})

const guest = { ...stranger, guestHash: 'secret of Ana' }
const account = accountActor(new Types.ObjectId())
const request = {
  actor: stranger,
  target: 'thread',
  input: {},
  idempotencyKey: undefined,
  secret: 'pepper',
}
type Changes = Partial<Parameters<typeof digestRequest>[0]>
const digestOf = (changes: Changes = {}) => digestRequest({ ...request, ...changes })

test('the same text of the same sender in the same thread is a repeat, until one of these differs', () => {
  const { bodyHash, dedupe, publicId } = digestOf()
  expect(dedupe).toBe(`body:${bodyHash}`)
  expect(bodyHash).toMatch(/^[\w-]{43}$/)
  expect(publicId).toMatch(/^[\w-]{22}$/)
  expect(digestOf()).toMatchObject({ bodyHash, dedupe })
  const others: Changes[] = [
    { target: newPublicId() },
    { input: { _id: newPublicId() } },
    { actor: { ...stranger, network: 'other' } },
    { actor: guest },
    { actor: account },
    { secret: 'another pepper' },
  ]
  const digests = [{}, ...others].map((changes) => digestOf(changes).bodyHash)
  expect(new Set(digests).size).toBe(digests.length)
})

test('a client’s id identifies a request, and becomes the id of the comment', () => {
  const _id = newPublicId()
  expect(digestOf({ input: { _id } })).toMatchObject({ publicId: _id, dedupe: `id:${_id}` })
})

test('a key identifies a request of one sender before anything else', () => {
  const keyed = (changes: Changes = {}) => digestOf({ idempotencyKey: 'key', ...changes }).dedupe
  expect(keyed()).toMatch(/^key:[\w-]{43}$/)
  expect(keyed({ input: { _id: newPublicId() }, target: 'other' })).toBe(keyed())
  expect(keyed({ idempotencyKey: 'other' })).not.toBe(keyed())
  expect(keyed({ actor: guest })).not.toBe(keyed())
})

test('a browser is the same sender after a login or a change of network, and so is an account', () => {
  const hashes = (actors: Changes['actor'][]) =>
    new Set(actors.map((actor) => actor && digestOf({ actor }).bodyHash))
  expect(
    hashes([guest, { ...guest, network: 'other' }, { ...account, guestHash: guest.guestHash }]).size,
  ).toBe(1)
  expect(hashes([account, { ...account, network: 'other' }]).size).toBe(1)
  expect(hashes([guest, { ...guest, guestHash: 'secret of Priya' }]).size).toBe(2)
  expect(hashes([account, accountActor(new Types.ObjectId())]).size).toBe(2)
})
