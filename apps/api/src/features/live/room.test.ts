import { expect, test } from 'vitest'
import { projectRecord, stranger } from '../../../test/given-record'
import { ImageKeys } from '../../access/image-keys'
import { Room } from './room'

const keys = new ImageKeys({ secrets: { jwt: 'x', jwtPrevious: null, pepper: 'p' } })
const position = (at: number) => at.toString(16).padStart(16, '0')

test('pages reload after a deletion, also if another page connects between the deletion and its event', async () => {
  const before = projectRecord()
  const trash = before.designs.map((design) => ({ ...design, deletedAt: new Date(), at: null }))
  const after = { ...before, trash }
  const received: string[] = []
  const room = new Room(before, keys, (error) => {
    throw error
  })
  room.pages.add({
    ...{ actor: stranger, projectId: before.linkId, visitor: 'x', name: null, isOwner: false },
    ...{ endsAt: new Date(), end: () => {}, send: (text) => void received.push(text) },
  })

  room.learn(after, position(1))
  room.projectChanged(after, position(2))

  await expect.poll(() => received.join('')).toContain('"type":"reload"')
})
