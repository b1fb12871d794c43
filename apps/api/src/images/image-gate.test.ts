import mongoose from 'mongoose'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newPublicId } from '../base/ids'
import type { LinkRecord } from '../projects/project.record'
import { ImageGate, ImageKeys } from './image-keys'
import { watchStoredChanges } from '../core/stored-changes'

/** A gate that receives no changes. The test tells it that it has missed some. */
function givenGate() {
  const changes = watchStoredChanges(pino({ level: 'silent' }))
  let missChanges = () => undefined as void
  changes.listen = ({ onGap }) => void (missChanges = onGap)
  changes.open = () => Promise.resolve()
  const keys = new ImageKeys({ secrets: { jwt: 'j'.repeat(48), jwtPrevious: null, pepper: 'p'.repeat(48) } })
  return { gate: new ImageGate(keys, changes), keys, missChanges: () => missChanges() }
}

/** The fields of a project that decide who sees its images. */
async function givenProject(keys: ImageKeys) {
  const [_id, linkId] = [new mongoose.Types.ObjectId(), newPublicId()]
  const link: LinkRecord = {
    permission: 'comment',
    closedAt: null,
    endsAt: null,
    passwordHash: null,
  }
  const projects = mongoose.connection.collection('projects')
  await projects.insertOne({
    ...{ _id, linkId, publicId: linkId, addresses: [linkId], link },
    ...{ owner: new mongoose.Types.ObjectId(), designsRevision: 1, deletedAt: null, trash: [] },
  })
  const key = keys.forLink({ linkId, link })(newPublicId())
  const close = () => projects.updateOne({ _id }, { $set: { 'link.closedAt': new Date() } })
  return { project: _id.toHexString(), key, close }
}

test('a cached state is trusted until changes were missed', async () => {
  const { gate, keys, missChanges } = givenGate()
  const { project, key, close } = await givenProject(keys)
  expect(await gate.find(project, key)).toBeDefined()
  await close()
  expect(gate.findKnown(project, key)).toBeDefined()

  missChanges()

  expect(gate.findKnown(project, key)).toBeUndefined()
  expect(await gate.find(project, key)).toBeUndefined()
})

test('a state that was read while changes were missed is not cached', async () => {
  const { gate, keys, missChanges } = givenGate()
  const { project, key } = await givenProject(keys)
  const found = gate.find(project, key)
  missChanges()
  expect(await found).toBeDefined()
  expect(gate.findKnown(project, key)).toBeUndefined()
})
