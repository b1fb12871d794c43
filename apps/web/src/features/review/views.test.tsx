import type { Comment, CommentPlace } from '@pinmark/shared/entities/comment'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { expect, test } from 'vitest'
import { givenComment } from '../../../test/comment-page'
import { threadOfComment } from './thread-view'
import { randomId } from '../../lib/identity'
import { pinOfThread } from './pin-model'
import { threadsOn } from './views'

function version(number: number, width: number, height: number): Version {
  const image = { _id: randomId(), width, height, placeholder: '' }
  return {
    _id: randomId(),
    number,
    image,
    note: '',
    round: number,
    createdAt: `2026-11-0${number}T10:00:00.000Z`,
  }
}

const first = version(1, 1440, 3200)
const newest = version(2, 720, 1800)
const design: Design = { _id: randomId(), title: 'Landing page', versions: [first, newest] }
const shown = { design, version: newest, isOld: false, isOnly: false }

/** The thread and the pin of a comment of the first version on the newest one. */
function carry(change: Partial<Comment>, can = { manage: true, own: true }) {
  const comment = givenComment({ design: design._id, version: first._id, x: 400, y: 1600, ...change })
  const [thread] = threadsOn([threadOfComment(comment)], shown, can)
  return { thread, pin: thread && pinOfThread(thread, newest) }
}
const place = (change: Partial<CommentPlace>): CommentPlace[] => [
  { version: newest._id, x: 30, y: 40, state: 'followed', ...change },
]

test('a carried comment is where the server placed it', () => {
  const { thread, pin } = carry({ places: place({}) })
  expect(thread).toMatchObject({ point: { x: 30, y: 40 }, carried: { from: 1, state: 'followed' } })
  expect(pin).toMatchObject({ point: { x: 30, y: 40 }, state: 'older' })
})

test('a carried region has the size that it has on this version', () => {
  const { thread } = carry({ kind: 'region', w: 200, h: 100, places: place({ w: 100, h: 50 }) })
  expect(thread).toMatchObject({ point: { x: 30, y: 40 }, region: { w: 100, h: 50 } })
})

test('a comment that is not placed yet is scaled by the widths', () => {
  const { thread } = carry({ kind: 'region', w: 200, h: 160 })
  expect(thread).toMatchObject({
    point: { x: 200, y: 800 },
    region: { w: 100, h: 80 },
    carried: { from: 1, state: 'pending' },
  })
})

test.each([
  ['check', 'to check'],
  ['gone', 'spot gone'],
] as const)('a comment whose place is %s says so in the name of its pin', (state, words) => {
  const { pin } = carry({ text: 'Calmer?', places: place({ state }) })
  expect(pin).toMatchObject({ state, label: expect.stringContaining(`, ${words}: Calmer?`) })
})

test('a comment whose spot is gone is at the edge of the design, at its height', () => {
  const { thread } = carry({ kind: 'region', w: 200, h: 100, places: place({ state: 'gone', w: 9, h: 9 }) })
  expect(thread).toMatchObject({ point: { x: 0, y: 40 }, region: null })
})

test('the owner can move comments of others from an older version, but not those of the newest', () => {
  const comment = givenComment({ can: { edit: false, delete: true, resolve: true }, version: first._id })
  const canMove = (on: Version, isOwner: boolean) =>
    pinOfThread(threadOfComment({ ...comment, version: on._id }), newest, isOwner)?.canMove
  expect([canMove(first, true), canMove(first, false), canMove(newest, true)]).toEqual([true, false, false])
})

test('a comment that became one on the whole design has no pin', () => {
  const { thread, pin } = carry({ places: place({ kind: 'design', state: 'placed' }) })
  expect(thread?.carried).toEqual({ from: 1, state: 'placed' })
  expect(pin).toBeNull()
})

test('a place on another version is ignored', () => {
  const { thread } = carry({ places: place({ version: first._id }) })
  expect(thread?.carried?.state).toBe('pending')
})

test.each([
  ['followed', false, undefined],
  ['check', false, undefined],
  ['check', true, 'check'],
  ['gone', false, 'gone'],
] as const)('a guest whose comment is %s, own: %s, is told: %s', (state, mine, told) => {
  const { thread } = carry({ mine, places: place({ state }) }, { manage: false, own: false })
  expect(thread?.carried?.state).toBe(told)
})
