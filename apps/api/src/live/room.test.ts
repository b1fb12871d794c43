import { expect, test } from 'vitest'
import { projectRecord, stranger } from '../../test/given-record'
import { ImageKeys } from '../images/image-keys'
import type { ProjectRecord } from '../projects/project.record'
import type { LivePage } from './live-page'
import { Room } from './room'

const keys = new ImageKeys({ secrets: { jwt: 'x', jwtPrevious: null, pepper: 'p' } })
const pageOf = ({ linkId }: ProjectRecord, received: string[]): LivePage => ({
  ...{ actor: stranger, projectId: linkId, visitor: 'x', name: null, isDesigner: false },
  ...{ endsAt: new Date(), end: () => {}, send: (event) => void received.push(event.toString()) },
})

test('pages reload after a deletion, also if another page connects between the deletion and its event', async () => {
  const before = projectRecord()
  const trash = before.designs.map((design) => ({ ...design, deletedAt: new Date(), at: null }))
  const after = { ...before, trash, seq: before.seq + 1 }
  const received: string[] = []
  const room = new Room(before, keys, (error) => {
    throw error
  })
  room.pages.add(pageOf(before, received))

  expect(room.enter(pageOf(before, []), after, [])).toBe(true)
  room.projectChanged(after, after.seq)

  await expect.poll(() => received.join('')).toContain('"type":"reload"')
})

test('a page that came after the last one had left learns of a permission that returns', async () => {
  const may = projectRecord()
  const mayNot = { ...may, link: { ...may.link, permission: 'view' as const } }
  const received: string[] = []
  const room = new Room(may, keys, (error) => {
    throw error
  })

  room.projectChanged(mayNot, 1)
  room.pages.add(pageOf(may, received))
  room.projectChanged(may, 2)

  await expect.poll(() => received.join('')).toContain('"type":"reload"')
})

test('a page is not added with what was read before the newest change', () => {
  const before = projectRecord()
  const after = { ...before, seq: before.seq + 1 }
  const received: string[] = []
  const room = new Room(before, keys, (error) => {
    throw error
  })
  room.projectChanged(after, after.seq)

  expect(room.enter(pageOf(before, received), before, [])).toBe(false)
  expect(received).toEqual([])
  expect(room.enter(pageOf(before, received), after, null)).toBe(true)
  expect(received.join('')).toContain(`id: ${after.seq}\ndata: {"type":"reload"}`)
})
