import { errorCatalogue } from '@pinmark/shared/messages'
import { m } from '@pinmark/words/messages'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenComment, givenProject, renderCommentPage } from '../../../test/comment-page'
import { server } from '../../../test/server'
import { projectKeys } from '../../lib/query-keys'
import { randomId } from '../../lib/identity'
import { applyCommentEvent } from '../review/data/apply-comment-event'
import { newDraft, type Draft } from '../review/drafts/draft'
import { saveDraft } from '../review/drafts/draft-store'

const rows = () => screen.getAllByRole('listitem')
const rowNames = () => rows().map((row) => within(row).getByRole('button').getAttribute('aria-label'))

test('each row has the commenter, the full date and time, and the text', () => {
  renderCommentPage(
    givenProject({
      comments: [
        givenComment({
          number: 3,
          commenter: 'Priya',
          text: 'The moon is lovely.',
          createdAt: '2026-11-14T08:50:00.000Z',
        }),
      ],
    }),
  )
  const [row] = rows()
  expect(row).toHaveTextContent('Priya')
  expect(row).toHaveTextContent(/Commented at 14 Nov 2026, \d\d:50/)
  expect(row).toHaveTextContent('The moon is lovely.')
  expect(screen.getByRole('button', { name: 'Comment 3 by Priya' })).toBeInTheDocument()
})

test('the row of the project’s owner says so, in words and in its name', () => {
  renderCommentPage(
    givenProject({ comments: [givenComment({ commenter: 'Mara Hald', byOwner: true }), givenComment()] }),
  )
  const [designer, guest] = rows()
  expect(designer).toHaveTextContent('Designer')
  expect(guest).not.toHaveTextContent('Designer')
  expect(rowNames()).toEqual(['Comment 1 by Mara Hald, designer', 'Comment 1 by Luis'])
})

test('typed text stays text; only safe web addresses become links', () => {
  const text = '<img src=x onerror=alert(1)> javascript:alert(1)\nhttps://example.org/path?q=1 '
  renderCommentPage(givenProject({ comments: [givenComment({ text, commenter: '<b>Ana</b>' })] }))
  const [row] = rows()
  expect(row?.querySelector('img, b b')).toBeNull()
  expect(row).toHaveTextContent('<img src=x onerror=alert(1)> javascript:alert(1)')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org/path?q=1'])
  expect(links[0]).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc')
})

test('without comments the list explains how to comment, unless the link is view-only', () => {
  const { unmount } = renderCommentPage(givenProject())
  expect(screen.getByText('No comments yet')).toBeInTheDocument()
  const hint = 'Click the design to comment. Or press C and place the pin with the arrow keys.'
  expect(screen.getByText(hint)).toBeInTheDocument()
  unmount()
  const can = { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false }
  renderCommentPage(givenProject({ can }))
  expect(screen.queryByText(hint)).not.toBeInTheDocument()
})

test('a long list is one list, whose length screen readers announce', () => {
  const comments = Array.from({ length: 120 }, (_, index) => givenComment({ number: index + 1 }))
  renderCommentPage(givenProject({ comments }))
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(120)
})

test('selecting a row marks it as the current one', async () => {
  const user = userEvent.setup()
  renderCommentPage(
    givenProject({
      comments: [givenComment({ number: 1 }), givenComment({ number: 2, commenter: 'Priya' })],
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Comment 2 by Priya' }))
  expect(screen.getByRole('button', { name: 'Comment 2 by Priya' })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('button', { name: 'Comment 1 by Luis' })).not.toHaveAttribute('aria-current')
})

test('a deleted thread with replies is marked as deleted', () => {
  const gone = givenComment({ number: 1, text: '', deletedAt: '2026-11-14T08:50:00.000Z' })
  const { parent: _, ...reply } = { ...givenComment(), parent: gone._id }
  renderCommentPage(givenProject({ comments: [{ ...gone, replies: [{ ...reply, parent: gone._id }] }] }))
  expect(rows()[0]).toHaveTextContent('Comment deleted')
  expect(rows()[0]).toHaveTextContent('1 reply')
})

test('a deleted thread with replies is neither open nor resolved', () => {
  const at = '2026-11-14T08:50:00.000Z'
  const gone = (number: number) => {
    const comment = givenComment({ number, text: '', deletedAt: at })
    const { parent: _, ...reply } = givenComment()
    return { ...comment, replies: [{ ...reply, parent: comment._id }] }
  }
  renderCommentPage(
    givenProject({
      stats: { open: 1, total: 2 },
      comments: [
        gone(1),
        { ...gone(2), resolved: { at, by: 'Mara' } },
        givenComment({ number: 3 }),
        givenComment({ number: 4, resolved: { at, by: 'Mara' } }),
      ],
    }),
  )
  expect(screen.getByRole('radio', { name: 'Open 1' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'Resolved 1' })).toBeInTheDocument()
})

test('comments of later pages load automatically, in the order of their numbers', async () => {
  const all = Array.from({ length: 5 }, (_, index) =>
    givenComment({ number: index + 1, commenter: `Guest ${index + 1}` }),
  )
  const project = givenProject({ comments: all.slice(0, 2), commentsNext: 2, stats: { open: 5, total: 5 } })
  server.use(
    http.get('*/projects/:projectId', ({ request }) => {
      const after = Number(new URL(request.url).searchParams.get('after'))
      const comments = all.filter(({ number }) => number > after).slice(0, 2)
      const last = comments.at(-1)?.number ?? 0
      return HttpResponse.json({ ...project, comments, commentsNext: last < 5 ? last : null })
    }),
  )
  renderCommentPage(project)
  expect(screen.getByText('5 open')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Comment 5 by Guest 5' })).toBeInTheDocument()
  expect(rowNames()).toEqual(all.map(({ number }) => `Comment ${number} by Guest ${number}`))
})

/** Opens a list whose second page of comments is refused at first. */
function givenRefusedPage() {
  const all = [1, 2].map((number) => givenComment({ number, commenter: `Guest ${number}` }))
  const project = givenProject({ comments: all.slice(0, 1), commentsNext: 1, stats: { open: 2, total: 2 } })
  const { text, status } = errorCatalogue.too_many_requests
  const answers = [() => HttpResponse.json({ error: text, code: 'too_many_requests' }, { status })]
  const loaded = () => HttpResponse.json({ ...project, comments: all.slice(1), commentsNext: null })
  server.use(http.get('*/projects/:projectId', () => (answers.pop() ?? loaded)()))
  renderCommentPage(project)
}

test('comments of a later page that failed to load can be loaded again', async () => {
  givenRefusedPage()
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load all comments.')
  expect(screen.getByText(errorCatalogue.too_many_requests.text)).toBeInTheDocument()
  expect(rows()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Comment 2 by Guest 2' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('comments of a later page that failed to load are loaded when the network returns', async () => {
  givenRefusedPage()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeInTheDocument())
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  expect(await screen.findByRole('button', { name: 'Comment 2 by Guest 2' })).toBeInTheDocument()
})

test('a page of comments does not undo changes that happened while it loaded', async () => {
  const first = givenComment({ number: 1, commenter: 'Guest 1' })
  const second = givenComment({ number: 2, commenter: 'Guest 2' })
  const third = givenComment({ number: 3, commenter: 'Guest 3' })
  const project = givenProject({ comments: [first], commentsNext: 1, stats: { open: 3, total: 3 } })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.use(
    http.get('*/projects/:projectId', async () => {
      await held
      return HttpResponse.json({ ...project, comments: [second, third], commentsNext: null })
    }),
  )
  const { queryClient } = renderCommentPage(project)
  const edited = { ...second, text: 'Meant otherwise' }
  applyCommentEvent(queryClient, project._id, { type: 'comment.changed', comment: edited })
  applyCommentEvent(queryClient, project._id, { type: 'comment.removed', commentId: third._id })
  release()
  expect(await screen.findByText('2 open')).toBeInTheDocument()
  expect(rowNames()).toEqual(['Comment 1 by Guest 1', 'Comment 2 by Guest 2'])
  expect(screen.getByText('Meant otherwise')).toBeInTheDocument()
})

test('an event counts once, in any order, also if repeated', async () => {
  const first = givenComment({ number: 1 })
  const project = givenProject({ comments: [first] })
  const { queryClient } = renderCommentPage(project)
  const apply = (event: Parameters<typeof applyCommentEvent>[2]) =>
    applyCommentEvent(queryClient, project._id, event)
  const third = givenComment({ number: 3, commenter: 'Third' })
  apply({ type: 'comment.added', comment: third })
  apply({ type: 'comment.added', comment: givenComment({ number: 2, commenter: 'Second' }) })
  apply({ type: 'comment.added', comment: third })
  expect(await screen.findByRole('radio', { name: 'Open 3' })).toBeInTheDocument()
  expect(rowNames()).toEqual(['Comment 1 by Luis', 'Comment 2 by Second, new', 'Comment 3 by Third, new'])
  apply({ type: 'comment.changed', comment: { ...third, resolved: { at: third.createdAt, by: 'Mara' } } })
  expect(await screen.findByRole('radio', { name: 'Resolved 1' })).toBeInTheDocument()
  apply({ type: 'comment.removed', commentId: first._id })
  apply({ type: 'comment.removed', commentId: first._id })
  expect(await screen.findByRole('radio', { name: 'All 2' })).toBeInTheDocument()
})

test('comments of later pages stay while the project reloads', async () => {
  const all = [1, 2, 3, 4].map((number) => givenComment({ number, commenter: `Guest ${number}` }))
  const project = givenProject({ comments: all, stats: { open: 4, total: 4 } })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.use(
    http.get('*/projects/:projectId', async () => {
      await held
      return HttpResponse.json({ ...project, comments: all.slice(2, 3), commentsNext: null })
    }),
  )
  const { queryClient } = renderCommentPage(project)
  queryClient.setQueryData(projectKeys.project(project._id), {
    ...project,
    comments: all.slice(0, 2),
    commentsNext: 2,
  })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Comment 4 by Guest 4' })).toBeInTheDocument(),
  )
  release()
  // The later page says that the fourth is gone.
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('each row has a check, which resolves its comment, and marks it as read', async () => {
  const can = { edit: false, delete: true, resolve: true }
  const comments = [1, 2, 3].map((number) => givenComment({ number, can }))
  const asked: string[] = []
  const seen: unknown[] = []
  server.use(
    http.patch('*/projects/:projectId/comments/:commentId', ({ params }) => {
      const comment = comments.find(({ _id }) => _id === params['commentId'])
      if (!comment) return HttpResponse.error()
      asked.push(`resolve ${comment.number}`)
      return HttpResponse.json({ ...comment, resolved: { at: comment.createdAt, by: 'Mara' } })
    }),
    http.post('*/projects/:projectId/visit', async ({ request }) => {
      seen.push(await request.json())
      return HttpResponse.json({ visit: null })
    }),
  )
  const rights = { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true }
  const visit = { lastSeenNumber: 2, at: '2026-11-13T00:00:00.000Z' }
  const user = userEvent.setup()
  renderCommentPage(givenProject({ isOwner: true, can: rights, comments, visit }))
  await user.click(screen.getByRole('button', { name: 'Resolve comment 3' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(asked).toEqual(['resolve 3'])
  await waitFor(() => expect(seen).toMatchObject([{ number: 3, alone: true }]))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Resolved 1' }))
  expect(screen.getByRole('button', { name: 'Reopen comment 3' })).toBeInTheDocument()
})

test('the rows are one stop of the Tab key, and the arrow keys go from row to row', async () => {
  const user = userEvent.setup()
  renderCommentPage(
    givenProject({
      comments: [1, 2, 3].map((number) => givenComment({ number, text: 'A look at example.org' })),
    }),
  )
  const row = (number: number) => screen.getByRole('button', { name: `Comment ${number} by Luis` })
  act(() => row(1).focus())
  await user.keyboard('{ArrowDown}')
  expect(row(2)).toHaveFocus()
  await user.keyboard('{End}{ArrowUp}')
  expect(row(2)).toHaveFocus()
  expect([1, 2, 3].map((number) => row(number).tabIndex)).toEqual([-1, 0, -1])
  await user.keyboard('{Home}')
  expect(row(1)).toHaveFocus()
})

test('a comment that was edited after an attempt without an answer is listed as not sent when the first text arrives', async () => {
  const comment = givenComment({ number: 1, text: 'A first text' })
  const project = givenProject({ comments: [comment] })
  const spot = { parent: null, version: comment.version, kind: 'pin', x: comment.x, y: comment.y } as const
  const draft: Draft = {
    ...newDraft(project, spot),
    ...{ key: comment._id, text: 'A first text, and more', status: 'failed', sentAt: comment.createdAt },
    problem: { field: 'none', text: m.could_not_send() },
  }
  saveDraft(project.permanentId, draft)
  renderCommentPage(project)
  expect(await screen.findByText('Not sent. Your text is kept.')).toBeInTheDocument()
  expect(screen.getByText('A first text, and more')).toBeInTheDocument()
})

test('a comment whose tab ended while it was sent is sent by another tab once that is looked at', async () => {
  const project = givenProject()
  const sent: unknown[] = []
  server.use(
    http.post('*/comment/add/:projectId', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.error()
    }),
  )
  renderCommentPage(project)
  const draft = newDraft(project, { parent: null, version: randomId(), kind: 'design' })
  act(() => saveDraft(project.permanentId, { ...draft, text: 'On its way', status: 'sending' }))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(sent).toMatchObject([{ _id: draft.key, text: 'On its way' }]))
})
