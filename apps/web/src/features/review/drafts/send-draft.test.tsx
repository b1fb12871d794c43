import type { Comment } from '@pinmark/shared/entities/comment'
import { newCommentSchema } from '@pinmark/shared/entities/comment-requests'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { givenComment, givenPicture, givenProject } from '../../../../test/comment-page'
import { writeInAnotherTab } from '../../../../test/late-tab'
import { givenGate } from '../../../../test/gate'
import { server } from '../../../../test/server'
import { projectKeys } from '../../../lib/query-keys'
import { createQueryClient } from '../../../lib/query-client'
import { applyCommentEvent } from '../data/apply-comment-event'
import { forgetFiles } from './kept-files'
import { attachFiles, isWithServer, problemsOf } from './upload-pictures'
import { newDraft, type Draft } from './draft'
import { changeDraft, editDraft, findDraft, removeDraft, saveDraft } from './draft-store'
import { isInFlight, sendDraft } from './send-draft'

/** A project in the cache, with a written comment that was not sent yet. */
function givenDraft(change: Partial<Draft> = {}) {
  const project = givenProject()
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const draft = {
    ...newDraft(project, { parent: null, version, kind: 'pin', x: 12, y: 8 }),
    ...{ commenter: 'Ana Ruiz', text: 'Could this be calmer?' },
    ...change,
  }
  const queryClient = createQueryClient()
  queryClient.setQueryData(projectKeys.project(project._id), project)
  saveDraft(project._id, draft)
  const stored = givenComment({ _id: draft.key, x: 12, y: 8, text: draft.text, commenter: draft.commenter })
  return {
    draft,
    stored,
    outbox: { queryClient, projectId: project._id, permanentId: project._id },
    left: () => findDraft(project._id, draft.key),
    arrive: () => applyCommentEvent(queryClient, project._id, { type: 'comment.added', comment: stored }),
  }
}

/** Answers the call that adds a comment, and gives the bodies that it received. */
function answerWith(answer: () => Response | Promise<Response>) {
  const bodies: unknown[] = []
  server.use(
    http.post('*/comment/add/:projectId', async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

const refuse = (status: number, code: string, error: string) => () =>
  HttpResponse.json({ error, code }, { status })

test('a draft that is sent becomes the comment with the same id', async () => {
  const { draft, stored, outbox, left } = givenDraft()
  const bodies = answerWith(() => HttpResponse.json(stored, { status: 201 }))
  const onSent = vi.fn<() => void>(() => expect(left()).toBeDefined())

  expect(await sendDraft(outbox, draft.key, { onSent })).toEqual({ status: 'sent', message: stored })

  expect(bodies).toMatchObject([{ _id: draft.key, text: draft.text, x: 12, y: 8, kind: 'pin' }])
  expect(onSent).toHaveBeenCalledOnce()
  expect(left()).toBeUndefined()
})

test('a second call during an attempt joins it', async () => {
  const { draft, stored, outbox } = givenDraft()
  const gate = givenGate()
  const bodies = answerWith(async () => {
    await gate.opened
    return HttpResponse.json(stored, { status: 201 })
  })

  const both = [sendDraft(outbox, draft.key), sendDraft(outbox, draft.key)]
  expect(isInFlight(draft.key)).toBe(true)
  gate.open()

  expect(await Promise.all(both)).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  expect(bodies).toHaveLength(1)
  expect(isInFlight(draft.key)).toBe(false)
})

describe('while the browser says that it is offline', () => {
  test('a draft is sent to a server that answers', async () => {
    const { draft, stored, outbox, left } = givenDraft()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answerWith(() => HttpResponse.json(stored, { status: 201 }))
    expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'sent', message: stored })
    expect(left()).toBeUndefined()
  })

  test.each([
    [400, 'commenter_is_owner'],
    [503, 'server_busy'],
  ])('an answer with %i is shown, and the draft does not wait', async (status, code) => {
    const { draft, outbox, left } = givenDraft()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answerWith(refuse(status, code, 'No.'))
    expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'failed' })
    expect(left()?.status).toBe('failed')
  })
})

test('a draft that is gone is not sent', async () => {
  const { outbox } = givenDraft()
  expect(await sendDraft(outbox, 'A'.repeat(22))).toEqual({ status: 'gone' })
})

describe('without an answer', () => {
  test('the draft is queued when the browser says that it is offline', async () => {
    const { draft, outbox, left } = givenDraft()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const bodies = answerWith(() => HttpResponse.error())
    expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'queued' })
    expect(left()).toMatchObject({ status: 'queued' })
    expect(bodies).toHaveLength(1)
  })

  test('the draft fails, or is queued if that was asked for', async () => {
    answerWith(() => HttpResponse.error())
    const one = givenDraft()
    expect(await sendDraft(one.outbox, one.draft.key)).toEqual({ status: 'failed' })
    expect(one.left()).toMatchObject({ status: 'failed', problem: { field: 'none' } })

    const other = givenDraft()
    const options = { onSilence: 'queue' } as const
    expect(await sendDraft(other.outbox, other.draft.key, options)).toEqual({ status: 'queued' })
    expect(other.left()).toMatchObject({ status: 'queued' })
  })

  test('a comment that arrived as a live event counts as sent', async () => {
    const { draft, stored, outbox, left, arrive } = givenDraft()
    answerWith(() => {
      arrive()
      return HttpResponse.error()
    })
    expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'sent', message: stored })
    expect(left()).toBeUndefined()
  })

  test('the next attempt sends the same time, because it is the same comment', async () => {
    const { draft, stored, outbox } = givenDraft()
    let isBroken = true
    const bodies = answerWith(() => {
      const answer = isBroken ? HttpResponse.error() : HttpResponse.json(stored, { status: 201 })
      isBroken = false
      return answer
    })

    await sendDraft(outbox, draft.key)
    await sendDraft(outbox, draft.key)

    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
  })
})

describe('a refused draft', () => {
  test.each<[string, number, string, Draft['problem']]>([
    ['name', 400, 'commenter_is_owner', { field: 'commenter', text: 'No.' }],
    ['text', 400, 'text_too_long', { field: 'text', text: 'No.' }],
    ['project', 404, 'project_not_found', { field: 'none', text: 'No.' }],
  ])('shows the sentence at its %s', async (_what, status, code, problem) => {
    const { draft, outbox, left } = givenDraft()
    answerWith(refuse(status, code, 'No.'))
    expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'failed' })
    expect(left()).toMatchObject({ status: 'failed', problem })
  })

  test('by a broken server gets a general sentence', async () => {
    const { draft, outbox, left } = givenDraft()
    answerWith(refuse(500, 'unexpected', 'Something broke.'))
    await sendDraft(outbox, draft.key)
    expect(left()?.problem?.text).not.toBe('Something broke.')
  })
})

describe('a corrected draft', () => {
  /** Loses the first answer. */
  async function sendTwice(
    given: ReturnType<typeof givenDraft>,
    change: Partial<Draft>,
    second: () => Response,
  ) {
    let tries = 0
    const bodies = answerWith(() => (tries++ === 0 ? HttpResponse.error() : second()))
    await sendDraft(given.outbox, given.draft.key)
    changeDraft(given.outbox.permanentId, given.draft.key, change)
    const outcome = await sendDraft(given.outbox, given.draft.key)
    return { outcome, bodies: bodies.map((body) => newCommentSchema.parse(body)) }
  }

  test('is sent again as a whole, under its id and with a later time', async () => {
    const given = givenDraft()
    const change = { commenter: 'Ana R.', text: 'Much calmer?', kind: 'design' } as const
    const comment = { ...given.stored, commenter: 'Ana R.', text: 'Much calmer?', kind: 'design', x: 0, y: 0 }
    const { outcome, bodies } = await sendTwice(given, change, () =>
      HttpResponse.json(comment, { status: 201 }),
    )

    const [first, second] = bodies
    expect(second).toMatchObject({ _id: given.draft.key, ...change })
    expect(Date.parse(second?.createdAt ?? '')).toBeGreaterThan(Date.parse(first?.createdAt ?? ''))
    expect(outcome).toEqual({ status: 'sent', message: comment })
    expect(given.left()).toBeUndefined()
  })

  test.each<[string, Partial<Draft>, Partial<Comment>]>([
    ['the old name', { commenter: 'Ana R.' }, {}],
    ['the old text', { text: 'Much calmer?' }, {}],
    ['the old place', { x: 90 }, {}],
    ['a region instead of a pin', {}, { kind: 'region', w: 4, h: 4 }],
    ['no picture', { pictures: [{ id: 'A'.repeat(22), name: 'shot' }] }, {}],
    ['nothing, because it was deleted', {}, { text: '', deletedAt: '2026-11-14T10:00:00.000Z' }],
  ])('stays when the server has stored %s', async (_what, change, stored) => {
    const given = givenDraft()
    const comment = { ...given.stored, ...stored }
    const { outcome } = await sendTwice(given, change, () => HttpResponse.json(comment, { status: 201 }))
    expect(outcome).toEqual({ status: 'failed' })
    expect(given.left()).toMatchObject({ status: 'failed', problem: { field: 'none' }, ...change })
  })

  test('stays when its first try has a reply', async () => {
    const given = givenDraft()
    const { outcome } = await sendTwice(
      given,
      { text: 'Better' },
      refuse(409, 'message_answered', 'Answered.'),
    )
    expect(outcome).toEqual({ status: 'failed' })
    expect(given.left()).toMatchObject({ text: 'Better', problem: { field: 'none', text: 'Answered.' } })
  })

  test('in another tab during an attempt stays with its new text', async () => {
    const { draft, stored, outbox, left } = givenDraft()
    answerWith(() => {
      changeDraft(outbox.permanentId, draft.key, { text: 'Much calmer?' })
      return HttpResponse.json(stored, { status: 201 })
    })
    expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'failed' })
    expect(left()).toMatchObject({ status: 'writing', text: 'Much calmer?' })
  })
})

describe('a picture is not added to a draft', () => {
  const file = new File(['bytes'], 'shot.png', { type: 'image/png' })
  const refused = 'Not added: the message was already sent.'

  test('that another tab is sending', async () => {
    const { draft, outbox, left } = givenDraft({ status: 'sending' })
    expect(await attachFiles(outbox, draft, [file])).toBe(refused)
    expect(left()?.pictures).toEqual([])
  })

  test('that is empty', async () => {
    const { draft, outbox, left } = givenDraft()
    const empty = new File([], 'shot.png', { type: 'image/png' })
    expect(await attachFiles(outbox, draft, [empty])).toBe('The file is empty.')
    expect(left()?.pictures).toEqual([])
  })

  test('that another tab has sent, and the draft does not return', async () => {
    const { draft, outbox, left, arrive } = givenDraft()
    arrive()
    removeDraft(outbox.permanentId, draft.key)
    expect(await attachFiles(outbox, draft, [file])).toBe(refused)
    expect(left()).toBeUndefined()
  })

  test('that was deleted while the picture was read, and the draft does not return', async () => {
    const { draft, outbox, left } = givenDraft()
    const adding = attachFiles(outbox, draft, [file])
    removeDraft(outbox.permanentId, draft.key)
    expect(await adding).toBe('Not added: the message was deleted.')
    expect(left()).toBeUndefined()
  })
})

test('a picture is added to a message that had nothing else', async () => {
  const { draft, outbox, left } = givenDraft({ text: '' })
  removeDraft(outbox.permanentId, draft.key)
  server.use(http.post('*/projects/:projectId/pictures', () => HttpResponse.error()))
  const file = new File(['bytes'], 'shot.png', { type: 'image/png' })
  expect(await attachFiles(outbox, draft, [file])).toBeNull()
  expect(left()).toMatchObject({ text: '', pictures: [{ name: 'shot.png' }] })
})

test('a picture arrives while its text is typed in another tab, and is sent with the text, once', async () => {
  const { draft, stored, outbox, left } = givenDraft({ text: 'Like' })
  const { permanentId } = outbox
  const uploads: unknown[] = []
  let learn = () => {}
  server.use(
    http.post('*/projects/:projectId/pictures', async ({ request }) => {
      const _id = (await request.formData()).get('_id')
      uploads.push(_id)
      learn = writeInAnotherTab(() => editDraft(permanentId, draft.key, { text: 'Like this' }))
      return HttpResponse.json(givenPicture(), { status: 201 })
    }),
  )
  await attachFiles(outbox, draft, [new File(['bytes'], 'shot.png', { type: 'image/png' })])
  const id = left()?.pictures[0]?.id ?? ''
  await vi.waitFor(() => expect(isWithServer(id)).toBe(true))
  learn()
  expect(left()).toMatchObject({ text: 'Like this', pictures: [{ id }] })

  const pictures = [{ ...givenPicture(), _id: id }]
  const bodies = answerWith(() =>
    HttpResponse.json({ ...stored, text: 'Like this', pictures }, { status: 201 }),
  )
  expect(await sendDraft(outbox, draft.key)).toMatchObject({ status: 'sent' })
  expect(bodies).toMatchObject([{ text: 'Like this', pictures: [id] }])
  expect(uploads).toEqual([id])
})

test('a picture whose file is gone says so, because no other try can send it', async () => {
  const { draft, outbox, left } = givenDraft()
  server.use(http.post('*/projects/:projectId/pictures', () => HttpResponse.error()))
  await attachFiles(outbox, draft, [new File(['bytes'], 'shot.png', { type: 'image/png' })])
  const { pictures = [] } = left() ?? {}
  await vi.waitFor(() => expect(problemsOf(pictures)).toEqual(['Could not send the picture. Try again.']))

  await forgetFiles(pictures.map(({ id }) => id))
  expect(await sendDraft(outbox, draft.key)).toEqual({ status: 'failed' })
  expect(problemsOf(pictures)).toEqual(['The picture is no longer in this browser. Add it again.'])
  expect(left()).toMatchObject({ text: draft.text, pictures })
})
