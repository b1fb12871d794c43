import { newCommentSchema } from '@pinmark/shared/entities/comment-requests'
import type { LiveEvent } from '@pinmark/shared/events'
import type { Project } from '@pinmark/shared/entities/project'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenComment, givenProject, renderCommentPage } from '../../../../test/comment-page'
import { eventStream, server } from '../../../../test/server'
import { rememberCommenter } from '../../../lib/session'

/** A connection that sends these events to its first listener; later connections send none. */
function givenEvents(project: Project, ...events: LiveEvent[]) {
  const requests: Request[] = []
  server.use(
    http.get(`*/projects/${project._id}/events`, ({ request }) => {
      requests.push(request)
      return requests.length === 1 ? eventStream(...events) : eventStream()
    }),
  )
  return requests
}

test('a comment of another person appears, is announced and marked as new; focus and popup stay', async () => {
  const project = givenProject()
  const comment = givenComment({ number: 1, commenter: 'Zoë', text: 'From afar' })
  givenEvents(project, { type: 'comment.added', comment })
  const user = userEvent.setup()
  renderCommentPage(project)
  await user.click(screen.getByRole('button', { name: 'Spot on the design' }))
  expect(await screen.findByRole('button', { name: 'Pin 1, new' })).toBeInTheDocument()
  expect(screen.getByText('From afar')).toBeInTheDocument()
  expect(await screen.findByText('Comment 1 by Zoë added')).toBeInTheDocument()
  expect(screen.getByLabelText('Your name')).toHaveFocus()
})

test('changes and deletions of others show at once, and so does a rename of the project', async () => {
  const first = givenComment({ number: 1, text: 'Old words' })
  const second = givenComment({ number: 2, text: 'To be deleted' })
  const project = givenProject({ comments: [first, second] })
  const { comments: _, commentsNext: __, ...state } = project
  givenEvents(
    project,
    { type: 'comment.changed', comment: { ...first, text: 'New words' } },
    { type: 'comment.removed', commentId: second._id },
    { type: 'project.changed', project: { ...state, name: 'Another name' } },
  )
  renderCommentPage(project)
  expect(await screen.findByText('New words')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('To be deleted')).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'Another name' })).toBeInTheDocument()
})

test('the page shows the other visitors', async () => {
  const project = givenProject()
  givenEvents(project, {
    type: 'presence',
    count: 2,
    viewers: [
      { name: 'Zoë', isOwner: false },
      { name: null, isOwner: false },
    ],
  })
  renderCommentPage(project)
  expect(await screen.findByText('2 others viewing')).toBeInTheDocument()
})

test('a new project tells its owner that nobody has seen it, until another person opens it', async () => {
  const project = givenProject({ isOwner: true, isSeen: false })
  renderCommentPage(project)
  expect(await screen.findByText(/^Nobody has seen it yet\. Send the link/)).toBeInTheDocument()

  cleanup()
  givenEvents(project, { type: 'presence', count: 1, viewers: [] })
  renderCommentPage(project)
  expect(await screen.findByText(/^Send the link/)).toBeInTheDocument()
})

test('the stream starts at the position of the loaded project, with the visitor’s name', async () => {
  rememberCommenter('Zoë')
  const project = givenProject({ position: '00000000000000ab' })
  const requests = givenEvents(project)
  renderCommentPage(project)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.headers.get('Last-Event-ID')).toBe('00000000000000ab')
  expect(requests[0]?.headers.get('X-Viewer-Name')).toBe('Zo%C3%AB')
})

test('a broken connection resumes after the last event', async () => {
  const project = givenProject()
  const told: LiveEvent = { type: 'comment.added', comment: givenComment({ number: 1 }) }
  const lastIds: (string | null)[] = []
  server.use(
    http.get(`*/projects/${project._id}/events`, ({ request }) => {
      lastIds.push(request.headers.get('Last-Event-ID'))
      if (lastIds.length > 1) return eventStream()
      // Ended in the middle of the next event.
      return new HttpResponse(`id: 0000000000000007\ndata: ${JSON.stringify(told)}\n\nid: 8\ndata: {"ty`, {
        headers: { 'Content-Type': 'text/event-stream' },
      })
    }),
  )
  renderCommentPage(project)
  expect(await screen.findByRole('button', { name: 'Pin 1, new' })).toBeInTheDocument()
  await waitFor(() => expect(lastIds).toEqual([null, '0000000000000007']))
})

test('a lost connection is tried again as soon as a comment was sent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  rememberCommenter('Ana')
  const project = givenProject()
  const asked: Request[] = []
  server.use(
    http.get(`*/projects/${project._id}/events`, ({ request }) => {
      asked.push(request)
      return HttpResponse.error()
    }),
    http.post('*/comment/add/:projectId', async ({ request }) => {
      const { _id = '', createdAt = '', text } = newCommentSchema.parse(await request.json())
      return HttpResponse.json(
        { ...givenComment({ number: 1, text, mine: true }), _id, createdAt },
        { status: 201 },
      )
    }),
  )
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  renderCommentPage(project)
  // The next pause is 10 to 30 seconds.
  while (asked.length < 5) await vi.advanceTimersByTimeAsync(1_000)

  await user.click(screen.getByRole('button', { name: 'Spot on the design' }))
  await user.type(screen.getByLabelText('Your comment'), 'Are you there?{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: 'Pin 1' })
  await waitFor(() => expect(asked.length).toBeGreaterThan(5))
  vi.useRealTimers()
})

test('a page whose link ended retries a few times, then only when it becomes visible again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const project = givenProject()
  let asked = 0
  server.use(
    http.get(`*/projects/${project._id}/events`, () => {
      asked += 1
      return HttpResponse.json({ error: 'Project not found', code: 'project_not_found' }, { status: 404 })
    }),
  )
  renderCommentPage(project)
  for (let step = 0; step < 100; step += 1) await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toBe(4)

  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(asked).toBe(5))
  vi.useRealTimers()
})

test('an answer of a proxy is not taken for a live stream, and the page asks less and less often', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const project = givenProject()
  let asked = 0
  server.use(
    http.get(`*/projects/${project._id}/events`, () => {
      asked += 1
      return HttpResponse.html('<h1>Log in to the network</h1>')
    }),
  )
  renderCommentPage(project)
  for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toBeLessThan(20)
  vi.useRealTimers()
})

/** Counts the streams that the page opens in a minute of its clock. `answer` ends each of them. */
async function streamsInMinute(answer: () => Response): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const project = givenProject()
  let asked = 0
  server.use(
    http.get(`*/projects/${project._id}/events`, () => {
      asked += 1
      return answer()
    }),
  )
  renderCommentPage(project)
  for (let step = 0; step < 240; step += 1) {
    await vi.advanceTimersByTimeAsync(250)
    // Answers arrive in real time.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  }
  vi.useRealTimers()
  return asked
}

const streamOf = (body: BodyInit) =>
  new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })

test.each([
  ['without data', ''],
  ['after the first data', ': hello\n\n'],
])('a gateway that closes each stream %s is asked less and less often', async (_when, begin) => {
  expect(await streamsInMinute(() => streamOf(begin))).toBeLessThan(12)
})

test('a stream that has stayed is opened again soon after its end, however often it ends', async () => {
  const stays = () =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(': hello\n\n'))
        setTimeout(() => controller.close(), 11_000)
      },
    })
  expect(await streamsInMinute(() => streamOf(stays()))).toBeGreaterThan(4)
})

test('an unknown event is ignored', async () => {
  const project = givenProject()
  const comment = givenComment({ number: 1 })
  server.use(
    http.get(`*/projects/${project._id}/events`, () =>
      eventStream({ type: 'weather.changed' }, { type: 'comment.added', comment }),
    ),
  )
  renderCommentPage(project)
  expect(await screen.findByRole('button', { name: 'Pin 1, new' })).toBeInTheDocument()
})

test('my own comment shows once, even if its live copy arrives before the answer', async () => {
  rememberCommenter('Ana')
  const project = givenProject()
  let tell = (_event: LiveEvent) => {}
  server.use(
    http.get(`*/projects/${project._id}/events`, () => {
      const encoder = new TextEncoder()
      const body = new ReadableStream({
        start: (controller) => {
          tell = (event) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
        },
      })
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const comment = givenComment({
    number: 5,
    mine: true,
    text: 'Only once',
    commenter: 'Ana',
    x: 250.4,
    y: 446,
  })
  server.use(
    http.post('*/comment/add/:projectId', async ({ request }) => {
      const { _id = '', createdAt = '' } = newCommentSchema.parse(await request.json())
      tell({ type: 'comment.added', comment: { ...comment, _id, createdAt } })
      await held
      return HttpResponse.json({ ...comment, _id, createdAt }, { status: 201 })
    }),
  )
  const user = userEvent.setup()
  renderCommentPage(project)
  await user.click(screen.getByRole('button', { name: 'Spot on the design' }))
  await user.type(screen.getByLabelText('Your comment'), 'Only once{Control>}{Enter}{/Control}')
  await screen.findByText('1 open')
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  release()
  expect(await screen.findByRole('button', { name: 'Pin 5' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
