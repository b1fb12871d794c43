import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import { newReplySchema, type NewReply } from '@pinmark/shared/entities/comment-requests'
import type { Project } from '@pinmark/shared/entities/project'
import { errorCatalogue } from '@pinmark/shared/messages'
import { m } from '@pinmark/words/messages'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenComment, givenProject, givenReply, renderCommentPage } from '../../../../test/comment-page'
import { givenGate } from '../../../../test/gate'
import { givenInstance, givenSession, refusal } from '../../../../test/given'
import { server } from '../../../../test/server'
import { keepText } from '../../../lib/kept-texts'
import { projectKeys } from '../../../lib/query-keys'
import { randomId } from '../../../lib/identity'
import { rememberCommenter } from '../../../lib/session'
import { applyCommentEvent } from '../../review/data/apply-comment-event'
import { newDraft, type Draft } from '../../review/drafts/draft'
import { findDraft, readDrafts, saveDraft } from '../../review/drafts/draft-store'

const mine = { mine: true, can: { edit: true, delete: true, resolve: true } } as const
const thread = () => within(screen.getByRole('dialog'))
const nameField = () => thread().getByLabelText('Your name')
const replyField = () => thread().getByRole('textbox', { name: /^Reply/ })

async function openThread(comment: Comment, change: Parameters<typeof givenProject>[0] = {}) {
  const user = userEvent.setup()
  const project = givenProject({ comments: [comment], ...change })
  const page = renderCommentPage(project)
  await user.click(screen.getByRole('button', { name: /^Pin 1/ }))
  return { user, project, ...page }
}

/** Answers changes of one comment as the server does, and records the requests. */
function givenChanges(message: Comment | Reply) {
  const changes: unknown[] = []
  server.use(
    http.patch(`*/comments/${message._id}`, async ({ request }) => {
      const change = await request.json()
      changes.push(change)
      const { resolved, ...rest } = { resolved: undefined, ...(typeof change === 'object' && change) }
      const at = '2026-11-21T09:00:00.000Z'
      return HttpResponse.json({
        ...message,
        ...rest,
        ...('text' in rest && { editedAt: at }),
        ...(resolved !== undefined && { resolved: resolved === true ? { at, by: 'Mara Hald' } : null }),
      })
    }),
  )
  return changes
}

function storedFields({ _id = '', commenter, text }: NewReply) {
  return { _id, commenter, text }
}

test('a thread shows its messages, marks the designer and shows its position', async () => {
  const comment = givenComment({ number: 1, text: 'Is this final?' })
  const reply = givenReply(comment, { byOwner: true, commenter: 'Mara Hald', text: 'Not yet.' })
  await openThread({ ...comment, replies: [reply] })
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Comment 1 by Luis, 1 of 1')
  const answer = within(thread().getByRole('article', { name: 'Message by Mara Hald' }))
  expect(answer.getByText('Designer')).toBeInTheDocument()
  expect(answer.getByText('Not yet.')).toBeInTheDocument()
  expect(thread().queryByRole('button', { name: 'Resolve' })).not.toBeInTheDocument()
})

test('a copied link to a comment starts with the address of the instance', async () => {
  givenInstance({ publicUrl: 'https://feedback.studio.test' })
  document.execCommand = () => false
  const comment = givenComment({ number: 1 })
  const { user, project } = await openThread(comment)
  await user.click(thread().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  const address = `https://feedback.studio.test/project/${project.link.id}?comment=${comment._id}`
  expect(await screen.findByText(`Copy it by hand: ${address}`)).toBeInTheDocument()
})

test('a reply asks for the name once, is sent, and empties the field', async () => {
  const comment = givenComment({ number: 1 })
  const bodies: unknown[] = []
  server.use(
    http.post(`*/comments/${comment._id}/replies`, async ({ request }) => {
      const body = newReplySchema.parse(await request.json())
      bodies.push(body)
      return HttpResponse.json(givenReply(comment, { mine: true, ...storedFields(body) }), { status: 201 })
    }),
  )
  const { user } = await openThread(comment)
  await user.type(replyField(), 'Yes, please.')
  await user.click(thread().getByRole('button', { name: 'Reply' }))
  expect(nameField()).toHaveFocus()
  expect(bodies).toEqual([])
  await user.type(nameField(), 'Ana')
  await user.click(thread().getByRole('button', { name: 'Reply' }))
  expect(await thread().findByRole('article', { name: 'Message by Ana' })).toHaveTextContent('Yes, please.')
  expect(bodies).toMatchObject([{ commenter: 'Ana', text: 'Yes, please.' }])
  expect(replyField()).toHaveValue('')
  expect(replyField()).toHaveFocus()
  expect(replyField()).toHaveAccessibleName('Reply as Ana')
  expect(within(screen.getByRole('list')).getByText('1 reply')).toBeInTheDocument()
})

test('an unsent reply survives closing the popup and a reload', async () => {
  rememberCommenter('Ana')
  const comment = givenComment({ number: 1 })
  const { user, project, unmount } = await openThread(comment)
  await user.type(replyField(), 'Half a thought')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Pin 1' }))
  expect(replyField()).toHaveValue('Half a thought')
  unmount()
  renderCommentPage(project)
  await user.click(screen.getByRole('button', { name: 'Pin 1' }))
  expect(replyField()).toHaveValue('Half a thought')
})

test('a failed reply keeps its text, and Retry sends the same one', async () => {
  rememberCommenter('Ana')
  const comment = givenComment({ number: 1 })
  const bodies: NewReply[] = []
  server.use(
    http.post(`*/comments/${comment._id}/replies`, async ({ request }) => {
      const body = newReplySchema.parse(await request.json())
      bodies.push(body)
      return bodies.length === 1
        ? HttpResponse.error()
        : HttpResponse.json(givenReply(comment, { mine: true, ...storedFields(body) }), { status: 201 })
    }),
  )
  const { user } = await openThread(comment)
  await user.type(replyField(), 'Once{Control>}{Enter}{/Control}')
  expect(await thread().findByRole('alert')).toHaveTextContent(m.could_not_send())
  expect(replyField()).toHaveValue('Once')
  await user.click(thread().getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(replyField()).toHaveValue(''))
  expect(bodies[1]).toEqual(bodies[0])
  expect(thread().getAllByRole('article')).toHaveLength(2)
})

test('a reply that arrived although it seemed to fail is not overwritten by the next reply', async () => {
  rememberCommenter('Ana')
  const comment = givenComment({ number: 1 })
  const bodies: NewReply[] = []
  server.use(
    http.post(`*/comments/${comment._id}/replies`, async ({ request }) => {
      bodies.push(newReplySchema.parse(await request.json()))
      return HttpResponse.error()
    }),
  )
  const { user, project, queryClient } = await openThread(comment)
  await user.type(replyField(), 'First{Control>}{Enter}{/Control}')
  expect(await thread().findByRole('alert')).toHaveTextContent(m.could_not_send())
  const stored = givenReply(comment, { _id: bodies[0]?._id ?? '', text: 'First', commenter: 'Ana', ...mine })
  const changed = { ...comment, replies: [stored] }
  applyCommentEvent(queryClient, project._id, { type: 'comment.changed', comment: changed })
  await waitFor(() => expect(replyField()).toHaveValue(''))

  await user.type(replyField(), 'Second{Control>}{Enter}{/Control}')
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ text: 'Second' })
  expect(bodies[1]?._id).not.toBe(bodies[0]?._id)
})

test('a reply without network waits in the thread, where it can be corrected and deleted', async () => {
  rememberCommenter('Ana')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.post('*/comments/:commentId/replies', () => HttpResponse.error()))
  const { user } = await openThread(givenComment({ number: 1 }))
  await user.type(replyField(), 'From the tunnel')
  await user.click(thread().getByRole('button', { name: 'Reply' }))
  expect(await thread().findByRole('article', { name: 'Message by Ana' })).toHaveTextContent(
    'Waits for a connection',
  )
  expect(replyField()).toHaveValue('')

  await user.click(thread().getByRole('button', { name: 'Edit' }))
  expect(replyField()).toHaveValue('From the tunnel')
  expect(thread().queryByText('Waits for a connection')).not.toBeInTheDocument()
  await user.type(replyField(), ', again{Control>}{Enter}{/Control}')
  expect(await thread().findByText('From the tunnel, again')).toBeInTheDocument()
  await user.click(thread().getByRole('button', { name: 'Delete' }))
  expect(thread().queryByText('From the tunnel, again')).not.toBeInTheDocument()
})

test('a reply that waits for the network can be deleted when comments are not possible, and restored', async () => {
  const comment = givenComment({ number: 1 })
  const project = givenProject({ comments: [comment] })
  const reply: Draft = { ...givenReplyDraft(project, comment._id), status: 'queued' }
  saveDraft(project.permanentId, reply)
  const { status, text } = errorCatalogue.view_only
  server.use(http.post('*/comments/:commentId/replies', () => refusal(status, 'view_only', text)))
  renderCommentPage({ ...project, can: { ...project.can, comment: false } })
  expect(await screen.findByText('Not sent. This link is view-only.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(readDrafts(project.permanentId)).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(screen.getByText('Thanks!')).toBeInTheDocument()
})

const read = { lastSeenNumber: 1, at: '2026-11-21T07:00:00.000Z' }
const resolvedByTool = { at: '2026-11-21T08:00:00.000Z', by: 'Mara Hald', via: 'Build bot' }

/** The list of what is to be confirmed, with a comment that a tool has resolved. */
async function openToConfirm(comment = givenComment({ number: 1, can: mine.can, resolved: resolvedByTool })) {
  const changes = givenChanges(comment)
  const user = userEvent.setup()
  renderCommentPage(givenProject({ comments: [comment], isOwner: true, visit: read }))
  await user.click(screen.getByRole('radio', { name: 'To confirm 1' }))
  return { user, changes }
}

test('what a tool wrote says so, and what it resolved is confirmed by one tap in its thread', async () => {
  const comment = givenComment({ number: 1, can: mine.can, resolved: resolvedByTool })
  const reply = givenReply(comment, { byOwner: true, commenter: 'Mara Hald', via: 'Build bot' })
  const { user, changes } = await openToConfirm({ ...comment, replies: [reply] })
  await user.click(screen.getByRole('button', { name: /^Comment 1 by/ }))
  const answer = within(thread().getByRole('article', { name: 'Message by Mara Hald' }))
  expect(answer.getByText('via Build bot')).toBeInTheDocument()
  const question = within(thread().getByRole('group', { name: 'To confirm' }))
  expect(question.getByText('Build bot resolved this.')).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(thread().queryByRole('group', { name: 'To confirm' })).not.toBeInTheDocument())
  expect(changes).toEqual([{ resolved: true }])
})

test('one tap in the list confirms what a tool resolved', async () => {
  const { user, changes } = await openToConfirm()
  await user.click(screen.getByRole('button', { name: 'Resolve comment 1' }))
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'To confirm 1' })).not.toBeInTheDocument())
  expect(changes).toEqual([{ resolved: true }])
})

test('what a tool resolved is reopened by one tap in its thread', async () => {
  const { user, changes } = await openToConfirm()
  await user.click(screen.getByRole('button', { name: /^Comment 1 by/ }))
  await user.click(thread().getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(changes).toEqual([{ resolved: false }]))
})

test('a guest is not asked to confirm what a tool resolved', () => {
  const can = { edit: false, delete: false, resolve: false }
  renderCommentPage(givenProject({ comments: [givenComment({ can, resolved: resolvedByTool })] }))
  expect(screen.queryByRole('radio', { name: /^To confirm/ })).not.toBeInTheDocument()
})

test('a resolved thread says by whom and when, is counted, and can be reopened', async () => {
  const comment = givenComment({ number: 1, can: { edit: false, delete: true, resolve: true } })
  const changes = givenChanges(comment)
  const visit = { lastSeenNumber: 1, at: comment.createdAt }
  const { user } = await openThread(comment, { isOwner: true, visit })
  await user.click(thread().getByRole('button', { name: 'Resolve' }))
  expect(await thread().findByText(/^Resolved by/)).toHaveTextContent('Resolved by Mara Hald')
  expect(screen.getByRole('radio', { name: 'Resolved 1' })).toBeInTheDocument()
  expect(screen.getByText('1 resolved')).toBeInTheDocument()
  await user.click(thread().getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(thread().queryByText(/^Resolved by/)).not.toBeInTheDocument())
  expect(changes).toEqual([{ resolved: true }, { resolved: false }])
})

test('a failed action shows an error in the thread', async () => {
  const comment = givenComment({ number: 1, ...mine })
  server.use(
    http.patch('*/comments/*', () =>
      HttpResponse.json(
        { error: errorCatalogue.comment_not_found.text, code: 'comment_not_found' },
        { status: 404 },
      ),
    ),
  )
  const { user } = await openThread(comment)
  await user.click(thread().getByRole('button', { name: 'Resolve' }))
  expect(await thread().findByRole('alert')).toHaveTextContent(errorCatalogue.comment_not_found.text)
})

test('an edit is saved and marked; an unsaved one gets the focus by Edit again, and reopens with its text', async () => {
  const comment = givenComment({ number: 1, text: 'Frist', ...mine })
  const changes = givenChanges(comment)
  const { user } = await openThread(comment)
  await user.click(thread().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const field = thread().getByRole('textbox', { name: 'Edit your comment' })
  await waitFor(() => expect(field).toHaveFocus())
  await user.clear(field)
  await user.type(field, 'First')
  await user.click(thread().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await waitFor(() => expect(field).toHaveFocus())
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Pin 1' }))
  expect(thread().getByRole('textbox', { name: 'Edit your comment' })).toHaveValue('First')
  await user.click(thread().getByRole('button', { name: 'Save' }))
  expect(await thread().findByText('First')).toBeInTheDocument()
  expect(thread().getByText('edited')).toBeInTheDocument()
  expect(changes).toEqual([{ text: 'First' }])
})

test.each([
  ['no answer', () => HttpResponse.error(), 'Not saved. Your text is kept.'],
  [
    'a refusal',
    () => HttpResponse.json({ error: 'Comment not found', code: 'comment_not_found' }, { status: 404 }),
    'Not saved. Your text is kept.Comment not found',
  ],
])(
  'an edit that gets %s says that its text is kept, and can be saved again',
  async (_what, answer, words) => {
    const comment = givenComment({ number: 1, text: 'Frist', ...mine })
    const { user } = await openThread(comment)
    await user.click(thread().getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const field = thread().getByRole('textbox', { name: 'Edit your comment' })
    await user.clear(field)
    await user.type(field, 'First')
    server.use(http.patch('/projects/:id/comments/:comment', answer))
    await user.click(thread().getByRole('button', { name: 'Save' }))
    expect(await thread().findByRole('alert')).toHaveTextContent(words)
    expect(field).toHaveValue('First')

    givenChanges(comment)
    await user.click(thread().getByRole('button', { name: 'Save' }))
    expect(await thread().findByText('edited')).toBeInTheDocument()
    expect(thread().queryByRole('alert')).not.toBeInTheDocument()
  },
)

test('an edit that another tab continues while it is saved stays', async () => {
  const comment = givenComment({ number: 1, text: 'Frist', ...mine })
  const gate = givenGate()
  server.use(
    http.patch(`*/comments/${comment._id}`, async () => {
      await gate.opened
      return HttpResponse.json({ ...comment, text: 'First' })
    }),
  )
  keepText(comment._id, 'First')
  const { user } = await openThread(comment)
  await user.click(thread().getByRole('button', { name: 'Save' }))
  act(() => keepText(comment._id, 'First, and more'))
  gate.open()
  expect(await screen.findByText('Comment edited')).toBeInTheDocument()
  expect(thread().getByRole('textbox', { name: 'Edit your comment' })).toHaveValue('First, and more')
})

test('a reply and an edit stay, with the focus, if the link becomes view-only while they are written', async () => {
  const comment = givenComment({ number: 1, text: 'Frist', ...mine })
  const { user, project, queryClient } = await openThread(comment)
  await user.type(replyField(), 'And this')
  await user.click(thread().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const field = thread().getByRole('textbox', { name: 'Edit your comment' })
  await waitFor(() => expect(field).toHaveFocus())
  await user.type(field, '{Backspace>5/}Firs')
  const set = (state: Project) => queryClient.setQueryData(projectKeys.project(project._id), state)
  const no = { edit: false, delete: false, resolve: false }
  set({
    ...project,
    link: { ...project.link, permission: 'view' },
    can: { ...project.can, comment: false },
    comments: [{ ...comment, can: no }],
  })

  const kept = await thread().findByRole('textbox', { name: 'Your edit, not saved' })
  expect(kept).toHaveFocus()
  await user.keyboard('t')
  expect(kept).toHaveValue('Firs')
  expect(thread().getByRole('textbox', { name: 'Your reply, not sent' })).toHaveValue('And this')
  expect(thread().getAllByText('This link is view-only. Your text is kept.')).toHaveLength(2)

  set(project)
  const again = await thread().findByRole('textbox', { name: 'Edit your comment' })
  expect(again).toHaveFocus()
  await user.keyboard('t')
  expect(again).toHaveValue('First')
})

test('a deleted comment disappears with its pin, and Undo restores it', async () => {
  const comment = givenComment({ number: 1, ...mine })
  const changes = givenChanges(comment)
  server.use(
    http.delete(`*/comments/${comment._id}`, () =>
      HttpResponse.json({ _id: comment._id, deletedAt: '2026-11-21T09:00:00.000Z' }),
    ),
  )
  const { user } = await openThread(comment)
  await user.click(thread().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pin 1' })).not.toBeInTheDocument())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Pin 1' })).toBeInTheDocument()
  expect(changes).toEqual([{ deleted: false }])
})

test('without the right to comment, authors delete without an offer to restore, and find no Edit and no Remove picture', async () => {
  const picture = { _id: randomId(), name: 'note.png', image: { _id: randomId(), width: 80, height: 60 } }
  const comment = givenComment({
    number: 1,
    mine: true,
    can: { edit: false, delete: true, resolve: true },
    pictures: [picture],
  })
  server.use(
    http.delete(`*/comments/${comment._id}`, () =>
      HttpResponse.json({ _id: comment._id, deletedAt: '2026-11-21T09:00:00.000Z' }),
    ),
  )
  const { user } = await openThread(comment, {
    link: { id: randomId(), permission: 'view', closedAt: null },
    can: { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false },
  })
  await user.click(await thread().findByRole('button', { name: 'Picture by Luis, open' }))
  const lightbox = within(await screen.findByRole('dialog', { name: /^Luis/ }))
  expect(lightbox.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument()
  await user.click(lightbox.getByRole('button', { name: 'Close' }))
  await user.click(thread().getByRole('button', { name: 'More' }))
  const deletion = await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument()
  await user.click(deletion)
  expect(await screen.findByText('Comment deleted')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test.each([
  [
    'the link is view-only',
    { link: { id: randomId(), permission: 'view', closedAt: null } },
    errorCatalogue.view_only.text,
  ],
  [
    'the round is closed',
    {
      round: {
        number: 1,
        openedAt: '2026-11-14T08:00:00.000Z',
        closedAt: '2026-11-21T08:00:00.000Z',
        message: '',
        mine: null,
        verdicts: null,
      },
    },
    'Round 1 is closed. You can look and read. The next version opens round 2.',
  ],
] as const)('while %s, a thread says why it takes no reply', async (_state, change, words) => {
  const can = { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false }
  await openThread(givenComment({ number: 1 }), { ...change, can })
  expect(thread().getByText(words)).toBeInTheDocument()
})

test('an unsaved edit says that the link is view-only', async () => {
  const comment = givenComment({ number: 1, ...mine, can: { edit: false, delete: true, resolve: true } })
  keepText(comment._id, 'Half an edit')
  await openThread(comment, {
    link: { id: randomId(), permission: 'view', closedAt: null },
    can: { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false },
  })
  expect(thread().getByRole('textbox', { name: 'Your edit, not saved' })).toHaveValue('Half an edit')
  expect(thread().getByText(`${errorCatalogue.view_only.text} Your text is kept.`)).toBeInTheDocument()
})

test('a deleted comment with replies leaves its place, and a deleted reply disappears', async () => {
  const comment = givenComment({ number: 1, text: 'Root', ...mine })
  const reply = givenReply(comment, { commenter: 'Ana', text: 'Mine', ...mine })
  server.use(
    http.delete('*/comments/:id', ({ params }) =>
      HttpResponse.json({ _id: params['id'], deletedAt: '2026-11-21T09:00:00.000Z' }),
    ),
  )
  const next = givenReply(comment, { commenter: 'Ana', text: 'Mine too', ...mine })
  const { user } = await openThread({ ...comment, replies: [reply, next, givenReply(comment)] })
  const deleteFirst = async () => {
    const [menu] = thread().getAllByRole('button', { name: 'More for the reply by Ana' })
    if (menu) await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  }
  await deleteFirst()
  await waitFor(() => expect(thread().queryByText('Mine')).not.toBeInTheDocument())
  expect(thread().getByRole('button', { name: 'More for the reply by Ana' })).toHaveFocus()
  await deleteFirst()
  await waitFor(() => expect(thread().queryByText('Mine too')).not.toBeInTheDocument())
  expect(thread().getByRole('group', { name: 'Messages' })).toHaveFocus()
  await user.click(thread().getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() =>
    expect(within(screen.getByRole('list')).getByText('Comment deleted')).toBeInTheDocument(),
  )
  expect(within(screen.getByRole('list')).getByText('1 reply')).toBeInTheDocument()
})

test('stepping to the next comment keeps the focus on the button', async () => {
  const first = givenComment({ number: 1 })
  const second = givenComment({ number: 2, commenter: 'Priya', text: 'Second' })
  const { user } = await openThread(first, { comments: [first, second] })
  await user.click(thread().getByRole('button', { name: 'Next comment' }))
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Comment 2 by Priya, 2 of 2')
  expect(thread().getByRole('button', { name: 'Next comment' })).toHaveFocus()
})

test('a reply becomes a draft if its comment is deleted while it is written', async () => {
  rememberCommenter('Ana')
  const { designs } = givenProject()
  const comment = givenComment({ number: 1, version: versionOf({ designs }) })
  const { user, project, queryClient } = await openThread(comment, { designs })
  await user.type(replyField(), 'A long and careful answer')
  const [reply] = readDrafts(project._id)
  applyCommentEvent(queryClient, project._id, { type: 'comment.removed', commentId: comment._id })
  await user.click(await screen.findByRole('button', { name: 'Draft comment on the whole design' }))
  // Each open tab does this. With another key, each would make a draft.
  expect(readDrafts(project._id)).toMatchObject([{ key: reply?.key, parent: null }])
  expect(thread().getByLabelText('Your comment')).toHaveValue('A long and careful answer')
  expect(thread().getByRole('alert')).toHaveTextContent(
    'The comment you replied to was deleted. Your text is kept.',
  )
})

test('a reply becomes a draft if its comment is deleted while it is sent', async () => {
  rememberCommenter('Ana')
  const { designs } = givenProject()
  const comment = givenComment({ number: 1, version: versionOf({ designs }) })
  const { user, project, queryClient } = await openThread(comment, { designs })
  const { status, text } = errorCatalogue.comment_not_found
  server.use(
    http.post('*/comments/:commentId/replies', () => {
      applyCommentEvent(queryClient, project._id, { type: 'comment.removed', commentId: comment._id })
      return refusal(status, 'comment_not_found', text)
    }),
  )
  await user.type(replyField(), 'A long and careful answer{Control>}{Enter}{/Control}')
  await user.click(await screen.findByRole('button', { name: 'Draft comment on the whole design' }))
  expect(thread().getByLabelText('Your comment')).toHaveValue('A long and careful answer')
  expect(thread().getByRole('alert')).toHaveTextContent(
    'The comment you replied to was deleted. Your text is kept.',
  )
})

test('an unsaved edit becomes a draft if its message is deleted elsewhere, and not if it is deleted here', async () => {
  const { designs } = givenProject()
  const comment = givenComment({ number: 1, version: versionOf({ designs }), ...mine })
  const [first, second] = [
    givenReply(comment, { commenter: 'Ana', text: 'Mine', ...mine }),
    givenReply(comment),
  ]
  const withReplies = { ...comment, replies: [first, second] }
  server.use(
    http.delete('*/comments/:id', ({ params }) =>
      HttpResponse.json({ _id: params['id'], deletedAt: '2026-11-21T09:00:00.000Z' }),
    ),
  )
  const { user, project, queryClient } = await openThread(withReplies, { designs })
  act(() => {
    keepText(first._id, 'Deleted with its reply')
    keepText(comment._id, 'A long and careful correction')
  })
  await user.click(thread().getByRole('button', { name: 'More for the reply by Ana' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(thread().queryByRole('article', { name: /Ana/ })).not.toBeInTheDocument())
  expect(readDrafts(project._id)).toEqual([])

  const change = { text: '', deletedAt: '2026-11-21T09:00:00.000Z', replies: [second] }
  applyCommentEvent(queryClient, project._id, {
    type: 'comment.changed',
    comment: { ...comment, ...change },
  })
  await user.click(await screen.findByRole('button', { name: 'Draft comment on the whole design' }))
  expect(thread().getByLabelText('Your comment')).toHaveValue('A long and careful correction')
  expect(thread().getByRole('alert')).toHaveTextContent('That comment was deleted.')
})

const versionOf = ({ designs }: Pick<Project, 'designs'>) => designs[0]?.versions[0]?._id ?? ''

/** A reply with text, as another tab stores it. */
function givenReplyDraft(project: Project, parent: string, startedAt = new Date().toISOString()) {
  const spot = { parent, version: versionOf(project), kind: 'design' } as const
  const reply = { ...newDraft(project, spot), text: 'Thanks!', startedAt }
  saveDraft(project.permanentId, reply)
  return reply
}

test('a reply of another tab to a comment that this page has not loaded stays a reply', async () => {
  const project = { ...givenProject({ comments: [givenComment()] }), loadedAt: new Date().toISOString() }
  renderCommentPage(project)
  const reply = givenReplyDraft(project, randomId())
  expect(await screen.findByText('Thanks!')).toBeInTheDocument()
  expect(readDrafts(project.permanentId)).toEqual([reply])
})

test('a reply whose comment was deleted before the page opened becomes a draft, after all comments are loaded', async () => {
  const [first, second] = [givenComment({ number: 1 }), givenComment({ number: 2 })]
  const open = givenProject({ comments: [first], commentsNext: 1 })
  const kept = givenReplyDraft(open, second._id)
  const justAfter = new Date(Date.parse(kept.startedAt) + 1).toISOString()
  const rescued = givenReplyDraft(open, randomId(), justAfter)
  const attempted = { ...givenReplyDraft(open, randomId(), rescued.startedAt), sentAt: rescued.startedAt }
  saveDraft(open.permanentId, attempted)
  const loadedAt = new Date(Date.parse(rescued.startedAt) + 1).toISOString()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.use(
    http.get('*/projects/:projectId', async () => {
      await held
      return HttpResponse.json({ ...open, comments: [second], commentsNext: null })
    }),
  )
  const project = { ...open, loadedAt }
  renderCommentPage(project)
  expect(readDrafts(project.permanentId)).toHaveLength(3)

  release()
  await waitFor(() => expect(findDraft(project.permanentId, rescued.key)).toMatchObject({ parent: null }))
  expect(readDrafts(project.permanentId)).toMatchObject([
    { key: kept.key, parent: second._id },
    { text: 'Thanks!', parent: null, kind: 'design' },
    { text: 'Thanks!', parent: null, kind: 'design', sentAt: null },
  ])
  // The server may have it as a reply.
  expect(findDraft(project.permanentId, attempted.key)).toBeUndefined()
})

test('a reply that was started without a login is sent under the name of the account', async () => {
  const comment = givenComment({ number: 1 })
  const project = givenProject({ comments: [comment] })
  rememberCommenter('Priya')
  givenReplyDraft(project, comment._id)
  givenSession()
  const { user } = await openThread(comment, project)
  expect(replyField()).toHaveValue('Thanks!')
  expect(nameField()).toHaveValue('Mara Hald')
  const bodies: unknown[] = []
  server.use(
    http.post(`*/comments/${comment._id}/replies`, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.error()
    }),
  )
  await user.click(thread().getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(bodies).toMatchObject([{ commenter: 'Mara Hald', text: 'Thanks!' }]))
})

test('a reply that waited for the network under another login shows the name before it is sent', async () => {
  const comment = givenComment({ number: 1 })
  const project = givenProject({ comments: [comment] })
  rememberCommenter('Priya')
  saveDraft(project.permanentId, { ...givenReplyDraft(project, comment._id), status: 'queued' })
  givenSession()
  const { user } = await openThread(comment, {
    ...project,
    isOwner: true,
    can: { ...project.can, manage: true },
  })
  expect(thread().getByRole('alert')).toHaveTextContent('Check the name, then send it.')
  expect(nameField()).toHaveValue('Mara Hald')
  expect(nameField()).toHaveAttribute('readonly')
  await user.type(replyField(), '!')
  expect(nameField()).toBeVisible()
})

test('a refused name gets the focus, and can be changed letter by letter', async () => {
  rememberCommenter('Mara Hald')
  const comment = givenComment({ number: 1 })
  const { status, text } = errorCatalogue.commenter_is_owner
  server.use(
    http.post(`*/comments/${comment._id}/replies`, () => refusal(status, 'commenter_is_owner', text)),
  )
  const { user } = await openThread(comment)
  await user.type(replyField(), 'Yes, please.{Control>}{Enter}{/Control}')
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(text))
  expect(nameField()).toHaveFocus()
  await user.clear(nameField())
  await user.type(nameField(), 'Ana')
  expect(nameField()).toHaveValue('Ana')
})

test('a visitor agrees after entering a name once, and withdraws the agreement', async () => {
  const comment = givenComment({ agrees: { mine: false, names: ['Priya', 'Tom', 'Luis'] } })
  const asked: unknown[] = []
  server.use(
    http.put(`*/comments/${comment._id}/agreement`, async ({ request }) => {
      const body = await request.json()
      asked.push(body)
      const isYes = typeof body === 'object' && body?.['agree'] === true
      return HttpResponse.json({ ...comment, agrees: { ...comment.agrees, mine: isYes } })
    }),
  )
  const { user } = await openThread(comment)
  const toggle = () => thread().getByRole('button', { name: /agree/i })

  expect(toggle()).toHaveAccessibleName(`Priya, Tom and 1 other agree with ${comment.commenter}`)
  await user.click(toggle())
  await user.click(thread().getByRole('button', { name: 'Agree' }))
  expect(thread().getByText('Add your name, so the designer knows who speaks.')).toBeVisible()
  await user.type(thread().getByRole('textbox', { name: 'Your name' }), 'Ana Ruiz{Enter}')

  await waitFor(() => expect(toggle()).toHaveAttribute('aria-pressed', 'true'))
  expect(toggle()).toHaveFocus()
  expect(toggle()).toHaveAccessibleName(`You, Priya and 2 others agree with ${comment.commenter}`)
  await user.click(toggle())
  await waitFor(() => expect(toggle()).toHaveAttribute('aria-pressed', 'false'))
  expect(asked).toEqual([
    { agree: true, commenter: 'Ana Ruiz' },
    { agree: false, commenter: 'Ana Ruiz' },
  ])
})

test('the buttons that agree with two messages of one person are told apart by their times', async () => {
  const comment = givenComment({ commenter: 'Priya' })
  const replies = [givenReply(comment), givenReply(comment, { commenter: 'Tom' })]
  await openThread({ ...comment, replies })
  const names = thread()
    .getAllByRole('button', { name: /^Agree/ })
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual([
    expect.stringMatching(/^Agree with Priya: 12 Nov 2026, /),
    expect.stringMatching(/^Agree with Priya: 13 Nov 2026, /),
    'Agree with Tom',
  ])
})

test('an agreement that cannot be saved is reverted, with a message', async () => {
  rememberCommenter('Ana Ruiz')
  const comment = givenComment({})
  server.use(http.put(`*/comments/${comment._id}/agreement`, () => HttpResponse.error()))
  const { user } = await openThread(comment)

  await user.click(thread().getByRole('button', { name: /^Agree/ }))

  expect(await screen.findByText('Could not save. Try again.')).toBeVisible()
  expect(thread().getByRole('button', { name: /^Agree/ })).toHaveAttribute('aria-pressed', 'false')
})

test('authors and view-only visitors cannot agree, but see who agrees', async () => {
  const agrees = { mine: false, names: ['Tom'] }
  const root = givenComment({ ...mine, agrees })
  const comment = { ...root, replies: [givenReply(root, { agrees })] }
  await openThread(comment, {
    can: { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false },
  })

  expect(thread().getAllByText('Tom agrees')).toHaveLength(2)
  expect(thread().queryByRole('button', { name: /agree/i })).toBeNull()
})
