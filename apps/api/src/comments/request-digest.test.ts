import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { accountActor, stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import { digestRequest } from './request-digest'

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
const digest = (changes: Changes = {}) => digestRequest({ ...request, ...changes })

test('the same text of the same sender in the same thread is a repeat, until one of these differs', () => {
  const { bodyHash, dedupe, publicId } = digest()
  expect(dedupe).toBe(`body:${bodyHash}`)
  expect(bodyHash).toMatch(/^[\w-]{43}$/)
  expect(publicId).toMatch(/^[\w-]{22}$/)
  expect(digest()).toMatchObject({ bodyHash, dedupe })
  const others: Changes[] = [
    { target: newPublicId() },
    { input: { _id: newPublicId() } },
    { actor: { ...stranger, network: 'other' } },
    { actor: guest },
    { actor: account },
    { secret: 'another pepper' },
  ]
  const digests = [{}, ...others].map((changes) => digest(changes).bodyHash)
  expect(new Set(digests).size).toBe(digests.length)
})

test('a client’s id identifies a request, and becomes the id of the comment', () => {
  const _id = newPublicId()
  expect(digest({ input: { _id } })).toMatchObject({ publicId: _id, dedupe: `id:${_id}` })
})

test('a key identifies a request of one sender before anything else', () => {
  const keyed = (changes: Changes = {}) => digest({ idempotencyKey: 'key', ...changes }).dedupe
  expect(keyed()).toMatch(/^key:[\w-]{43}$/)
  expect(keyed({ input: { _id: newPublicId() }, target: 'other' })).toBe(keyed())
  expect(keyed({ idempotencyKey: 'other' })).not.toBe(keyed())
  expect(keyed({ actor: guest })).not.toBe(keyed())
})

test('a browser is the same sender after a login or a change of network, and so is an account', () => {
  const hashes = (actors: Changes['actor'][]) =>
    new Set(actors.map((actor) => actor && digest({ actor }).bodyHash))
  expect(
    hashes([guest, { ...guest, network: 'other' }, { ...account, guestHash: guest.guestHash }]).size,
  ).toBe(1)
  expect(hashes([account, { ...account, network: 'other' }]).size).toBe(1)
  expect(hashes([guest, { ...guest, guestHash: 'secret of Priya' }]).size).toBe(2)
  expect(hashes([account, accountActor(new Types.ObjectId())]).size).toBe(2)
})
