import { expect, test } from 'vitest'
import type { ThreadView } from './thread-view'
import { labelOf, pinOfThread } from './pin-model'

const version = {
  _id: 'v'.repeat(22),
  number: 3,
  image: { _id: 'i'.repeat(22), width: 1440, height: 3200, placeholder: '' },
  createdAt: '2026-11-14T10:42:00.000Z',
  note: '',
  round: 1,
}

const thread: ThreadView = {
  key: 'c'.repeat(22),
  state: 'open',
  number: 3,
  commenter: 'Priya',
  text: 'The moon is lovely',
  point: { x: 10, y: 20 },
  region: null,
  version: version._id,
  createdAt: '2026-11-14T10:42:00.000Z',
  comment: {
    _id: 'c'.repeat(22),
    number: 3,
    kind: 'pin',
    commenter: 'Priya',
    text: 'The moon is lovely',
    x: 10,
    y: 20,
    w: null,
    h: null,
    createdAt: '2026-11-14T10:42:00.000Z',
    editedAt: null,
    deletedAt: null,
    byOwner: false,
    mine: false,
    can: { edit: false, delete: false, resolve: false },
    design: 'd'.repeat(22),
    version: version._id,
    resolved: null,
    parent: null,
    replies: [],
  },
}

test('the name of a pin has number, author, state and text', () => {
  expect(labelOf(thread, 'open')).toBe('Comment 3 by Priya, open: The moon is lovely')
})

test('it has the words of the design beside it once they are known', () => {
  const near = 'near “Checkout”'
  const [plain, named] = [pinOfThread(thread, version), pinOfThread(thread, version, false, near)]
  expect(plain?.label).toBe('Comment 3 by Priya, open: The moon is lovely')
  expect(named?.label).toBe('Comment 3 by Priya, open, near “Checkout”: The moon is lovely')
  expect(pinOfThread(thread, version, false, near)).toBe(named)
})

test('a long text is truncated in the name, never within an emoji', () => {
  const label = labelOf({ ...thread, text: '😀'.repeat(300) }, 'open')
  expect(label.endsWith(`${'😀'.repeat(3)}…`)).toBe(true)
  expect(label.isWellFormed()).toBe(true)
})

test.each([
  ['draft', 'Draft comment, not sent yet'],
  ['failed', 'Comment by Priya, not sent: The moon is lovely'],
  ['sending', 'Comment by Priya, sending: The moon is lovely'],
] as const)('a %s pin says so', (state, label) => expect(labelOf(thread, state)).toBe(label))

test('the same thread gives the same pin; a comment on the whole design has none', () => {
  expect(pinOfThread(thread, version)).toBe(pinOfThread(thread, version))
  expect(pinOfThread({ ...thread, point: null }, version)).toBeNull()
})

test('an open comment of an older version has a hollow pin that cannot be moved', () => {
  const older = { ...thread, version: 'o'.repeat(22), carried: { from: 1, state: 'followed' } as const }
  expect(pinOfThread(older, version)).toMatchObject({
    state: 'older',
    canMove: false,
  })
})

test('only visitors who may edit a comment can move its pin; an own draft can always be moved', () => {
  expect(pinOfThread({ ...thread }, version)?.canMove).toBe(false)
  const comment = thread.comment && { ...thread.comment, can: { edit: true, delete: true, resolve: true } }
  expect(pinOfThread({ ...thread, comment }, version)?.canMove).toBe(true)
  expect(pinOfThread({ ...thread, state: 'draft', comment: null, number: null }, version)?.canMove).toBe(true)
})
