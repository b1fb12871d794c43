import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { describe, expect, test } from 'vitest'
import { givenComment, givenProject, givenReply } from '../../../../test/comment-page'
import { projectKeys } from '../../../lib/query-keys'
import { createQueryClient } from '../../../lib/query-client'
import { beginRevision } from '../../../lib/kept-project'
import {
  applyCommentEvent,
  applyCommentPage,
  applyDeletion,
  applyMessage,
  type CommentEvent,
} from './apply-comment-event'

function givenCache(change: Partial<Project> = {}) {
  const project = givenProject(change)
  const queryClient = createQueryClient()
  queryClient.setQueryData(projectKeys.project(project._id), project)
  const id = project._id
  return {
    apply: (event: CommentEvent) => applyCommentEvent(queryClient, id, event),
    add: (message: Parameters<typeof applyMessage>[2]) =>
      applyMessage(queryClient, id, message, { type: 'comment.added', at: beginRevision() }),
    /** The answer to a change that began at this revision. */
    answer: (message: Parameters<typeof applyMessage>[2], at: number) =>
      applyMessage(queryClient, id, message, { type: 'comment.changed', at }),
    remove: (message: Parameters<typeof applyDeletion>[2], at = beginRevision()) =>
      applyDeletion(queryClient, id, message, { deletedAt: '2026-11-20T10:00:00.000Z', at }),
    addPage: (after: number, comments: Comment[], commentsNext: number | null) =>
      applyCommentPage(queryClient, id, { after, page: { comments, commentsNext } }),
    read: () => {
      const cached = queryClient.getQueryData<Project>(projectKeys.project(id))
      if (!cached) throw new Error('The project is cached.')
      return cached
    },
    numbers: () =>
      queryClient.getQueryData<Project>(projectKeys.project(id))?.comments.map(({ number }) => number),
  }
}

describe('an event of a comment', () => {
  test('adds it once, in the order of the numbers, and counts it', () => {
    const [first, second, third] = [1, 2, 3].map((number) => givenComment({ number }))
    if (!first || !second || !third) throw new Error('There are three comments.')
    const cache = givenCache({ comments: [first, third] })

    for (let times = 0; times < 2; times += 1) cache.apply({ type: 'comment.added', comment: second })

    expect(cache.numbers()).toEqual([1, 2, 3])
    expect(cache.read().stats).toEqual({ open: 3, total: 3 })
  })

  test('that the loaded comments include already counts it, if the loaded counts do not', () => {
    const comment = givenComment()
    const cache = givenCache({ comments: [comment], stats: { open: 0, total: 0 } })

    cache.apply({ type: 'comment.added', comment })

    expect(cache.read().stats).toEqual({ open: 1, total: 1 })
  })

  test('that resolves it changes the open count, and one that removes it both counts', () => {
    const comment = givenComment()
    const cache = givenCache({ comments: [comment, givenComment({ number: 2 })] })
    const resolved = { at: '2026-11-13T10:00:00.000Z', by: 'Mara Hald' }

    cache.apply({ type: 'comment.changed', comment: { ...comment, resolved } })
    expect(cache.read().stats).toEqual({ open: 1, total: 2 })

    for (let times = 0; times < 2; times += 1)
      cache.apply({ type: 'comment.removed', commentId: comment._id })
    expect(cache.read().stats).toEqual({ open: 1, total: 1 })
    expect(cache.numbers()).toEqual([2])
  })
})

describe('a reply', () => {
  test('joins its thread by time, and a new one reopens the thread', () => {
    const resolved = { at: '2026-11-13T10:00:00.000Z', by: 'Mara Hald' }
    const thread = givenComment({ resolved })
    const later = givenReply(thread, { createdAt: '2026-11-14T09:00:00.000Z' })
    const earlier = givenReply(thread, { createdAt: '2026-11-13T09:00:00.000Z' })
    const cache = givenCache({ comments: [{ ...thread, replies: [later] }] })

    cache.add(earlier)

    const [shown] = cache.read().comments
    expect(shown?.replies.map(({ _id }) => _id)).toEqual([earlier._id, later._id])
    expect(shown?.resolved).toBeNull()
  })

  test('of the designer keeps a thread resolved', () => {
    const thread = givenComment({ resolved: { at: '2026-11-13T10:00:00.000Z', by: 'Mara Hald' } })
    const cache = givenCache({ comments: [thread] })

    cache.add(givenReply(thread, { byOwner: true }))

    expect(cache.read().comments[0]).toMatchObject({
      replies: [{ byOwner: true }],
      resolved: { by: 'Mara Hald' },
    })
  })

  test('that is known keeps a thread resolved', () => {
    const thread = givenComment({ resolved: { at: '2026-11-13T10:00:00.000Z', by: 'Mara Hald' } })
    const reply = givenReply(thread)
    const cache = givenCache({ comments: [{ ...thread, replies: [reply] }] })

    cache.add({ ...reply, text: 'Said better' })

    const [shown] = cache.read().comments
    expect(shown?.replies.map(({ text }) => text)).toEqual(['Said better'])
    expect(shown?.resolved).not.toBeNull()
  })

  test('to an unknown thread changes nothing', () => {
    const cache = givenCache({ comments: [givenComment()] })
    const before = cache.read()
    cache.add(givenReply(givenComment()))
    expect(cache.read()).toEqual(before)
  })
})

describe('deleting', () => {
  test('a thread with replies leaves it without its text, until its last reply goes', () => {
    const thread = givenComment()
    const reply = givenReply(thread)
    const cache = givenCache({ comments: [{ ...thread, replies: [reply] }] })

    cache.remove(thread)
    expect(cache.read().comments[0]).toMatchObject({ text: '', deletedAt: '2026-11-20T10:00:00.000Z' })
    expect(cache.read().stats).toEqual({ open: 0, total: 0 })

    cache.remove(reply)
    expect(cache.read().comments).toEqual([])
  })

  test('a thread without replies removes it', () => {
    const thread = givenComment()
    const cache = givenCache({ comments: [thread] })
    cache.remove(thread)
    expect(cache.read().comments).toEqual([])
  })
})

describe('a later page of comments', () => {
  const [first, second, third] = [givenComment(), givenComment({ number: 2 }), givenComment({ number: 3 })]

  test('is added, and the counts are those of all comments once the last page is there', () => {
    const cache = givenCache({ comments: [first], commentsNext: 1, stats: { open: 7, total: 9 } })

    cache.addPage(1, [second], 2)
    expect(cache.read()).toMatchObject({ commentsNext: 2, stats: { open: 7, total: 9 } })

    cache.addPage(2, [third], null)
    expect(cache.numbers()).toEqual([1, 2, 3])
    expect(cache.read()).toMatchObject({ commentsNext: null, stats: { open: 3, total: 3 } })
  })

  test('is ignored when the project was reloaded since', () => {
    const cache = givenCache({ comments: [first, second], commentsNext: 2 })
    cache.addPage(1, [third], null)
    expect(cache.numbers()).toEqual([1, 2])
  })

  test('that is older than an event does not undo it', () => {
    const cache = givenCache({ comments: [first], commentsNext: 1 })
    cache.apply({ type: 'comment.changed', comment: { ...second, text: 'Said better' } })
    cache.apply({ type: 'comment.removed', commentId: third._id })
    expect(cache.numbers()).toEqual([1])

    cache.addPage(1, [second, third], null)

    expect(cache.read().comments.map(({ text }) => text)).toEqual([first.text, 'Said better'])
  })
})

describe('an answer that is late', () => {
  const by = { at: '2026-11-20T10:00:00.000Z', by: 'Luis' }

  test('does not bring back a comment that was deleted meanwhile, here or elsewhere', () => {
    const [first, second] = [givenComment({ number: 1 }), givenComment({ number: 2 })]
    const cache = givenCache({ comments: [first, second] })
    const at = beginRevision()
    cache.apply({ type: 'comment.removed', commentId: first._id })
    cache.remove(second)
    cache.answer({ ...first, text: 'Edited' }, at)
    cache.answer({ ...second, text: 'Edited' }, at)
    expect(cache.numbers()).toEqual([])
  })

  test('does not resolve a comment that was reopened meanwhile, here or elsewhere', () => {
    const [first, second] = [givenComment({ number: 1 }), givenComment({ number: 2 })]
    const cache = givenCache({ comments: [first, second] })
    const at = beginRevision()
    cache.apply({ type: 'comment.changed', comment: first })
    cache.answer(second, beginRevision())
    cache.answer({ ...first, resolved: by }, at)
    cache.answer({ ...second, resolved: by }, at)
    expect(cache.read().stats).toEqual({ open: 2, total: 2 })
  })

  test('takes nothing from the replies that came or went meanwhile', () => {
    const thread = givenComment()
    const [gone, edited, added] = [givenReply(thread), givenReply(thread), givenReply(thread)]
    const cache = givenCache({ comments: [{ ...thread, replies: [gone, edited] }] })
    const at = beginRevision()
    cache.remove(gone)
    cache.answer({ ...edited, text: 'Edited' }, beginRevision())
    cache.add(added)
    cache.answer({ ...thread, text: 'Changed', replies: [gone, edited] }, at)
    expect(cache.read().comments).toMatchObject([
      { text: 'Changed', replies: [{ _id: edited._id, text: 'Edited' }, { _id: added._id }] },
    ])
  })

  test('counts when only an earlier request was answered meanwhile', () => {
    const thread = givenComment()
    const cache = givenCache({ comments: [thread] })
    const [first, second] = [beginRevision(), beginRevision()]
    cache.answer({ ...thread, text: 'First' }, first)
    cache.answer({ ...thread, text: 'Second' }, second)
    expect(cache.read().comments).toMatchObject([{ text: 'Second' }])
  })
})
