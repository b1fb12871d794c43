import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenComment, givenProject, givenReply, renderCommentPage } from '../../../test/comment-page'
import { server } from '../../../test/server'

const names = () =>
  screen.queryAllByRole('listitem').map((row) => row.querySelector('button')?.getAttribute('aria-label'))

function givenDiscussion() {
  const luis = givenComment({ number: 1, commenter: 'Luis', text: 'Crème on white', x: 300, y: 500 })
  const priya = givenComment({
    number: 2,
    commenter: 'Priya',
    text: 'Too dark',
    x: 10,
    y: 20,
    resolved: { at: '2026-11-14T09:00:00.000Z', by: 'Mara Hald' },
  })
  const ana = givenComment({
    number: 3,
    commenter: 'Ana',
    text: 'Move it up',
    x: 20,
    y: 25,
    mine: true,
    createdAt: '2026-11-20T09:00:00.000Z',
  })
  const withReply = { ...luis, replies: [givenReply(luis, { commenter: 'Zoë', text: 'Ivory, rather' })] }
  return givenProject({ comments: [withReply, priya, ana], stats: { open: 2, total: 3 } })
}

async function choose(user: ReturnType<typeof userEvent.setup>, item: string) {
  await user.click(screen.getByRole('button', { name: 'Sort and filter comments' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: item }))
}

test('the list starts with open comments; the filters show their counts', async () => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  expect(names()).toEqual(['Comment 1 by Luis', 'Comment 3 by Ana'])
  expect(screen.getByRole('radio', { name: 'Open 2' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Resolved 1' }))
  expect(names()).toEqual(['Comment 2 by Priya, resolved'])
  expect(screen.queryByRole('radio', { name: /^New/ })).not.toBeInTheDocument()
})

test.each([
  ['creme', ['Comment 1 by Luis']],
  ['IVORY', ['Comment 1 by Luis']],
  ['zoe', ['Comment 1 by Luis']],
  ['#3', ['Comment 3 by Ana']],
  ['nothing like it', []],
])('searching for %j finds %j', async (words, expected) => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  await user.click(screen.getByRole('button', { name: 'Search comments' }))
  const field = await screen.findByRole('searchbox', { name: 'Search comments' })
  expect(field).toHaveFocus()
  await user.type(field, words)
  await waitFor(() => expect(names()).toEqual(expected))
  expect(screen.getByText(`${expected.length} found`)).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(names()).toHaveLength(2))
})

test('a search covers all comments and counts the resolved ones; clearing it restores the filter', async () => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  await user.click(screen.getByRole('button', { name: 'Search comments' }))
  await user.type(await screen.findByRole('searchbox'), 'a')
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(screen.getByText('3 found, 1 in Resolved')).toBeInTheDocument()
  await user.type(screen.getByRole('searchbox'), 'rk')
  await waitFor(() => expect(names()).toEqual(['Comment 2 by Priya, resolved']))
  expect(screen.getByText('1 of 3')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Open 0' }))
  await waitFor(() => expect(names()).toEqual([]))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'End search' }))
  await waitFor(() => expect(names()).toEqual(['Comment 1 by Luis', 'Comment 3 by Ana']))
})

test('the filter All shows every comment', async () => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  await user.click(screen.getByRole('radio', { name: 'All 3' }))
  await waitFor(() => expect(names()).toHaveLength(3))
})

test('a search without a result says so, and Show all resets it', async () => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  await user.click(screen.getByRole('button', { name: 'Search comments' }))
  await user.type(await screen.findByRole('searchbox'), 'xyz')
  expect(await screen.findByText('No comment found')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(names()).toHaveLength(2))
})

test('comments can be ordered by number, by place from the top left, or newest first', async () => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  await choose(user, 'By place on the page')
  await waitFor(() => expect(names()).toEqual(['Comment 3 by Ana', 'Comment 1 by Luis']))
  await choose(user, 'By number')
  await waitFor(() => expect(names()).toEqual(['Comment 1 by Luis', 'Comment 3 by Ana']))
  await choose(user, 'Newest first')
  await waitFor(() => expect(names()).toEqual(['Comment 3 by Ana', 'Comment 1 by Luis']))
})

test('the list can show one person’s comments, replies included, or only mine', async () => {
  const user = userEvent.setup()
  renderCommentPage(givenDiscussion())
  await choose(user, 'Zoë')
  await waitFor(() => expect(names()).toEqual(['Comment 1 by Luis']))
  expect(screen.getByText('1 of 3')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Only Zoë. Show everyone' }))
  await waitFor(() => expect(names()).toHaveLength(2))
  await choose(user, 'Me')
  await waitFor(() => expect(names()).toEqual(['Comment 3 by Ana']))
  await choose(user, 'Everyone')
  await waitFor(() => expect(names()).toHaveLength(2))
})

test('comments since the last visit are new until they are opened; my own never are', async () => {
  const user = userEvent.setup()
  const project = givenDiscussion()
  const visits: unknown[] = []
  server.use(
    http.post('*/projects/:projectId/visit', async ({ request }) => {
      visits.push(await request.json())
      return HttpResponse.json({ visit: null })
    }),
  )
  renderCommentPage({ ...project, visit: { lastSeenNumber: 1, at: '2026-11-13T00:00:00.000Z' } })
  // A new reply makes its thread new, too.
  expect(names()).toEqual(['Comment 1 by Luis, new', 'Comment 3 by Ana'])
  expect(screen.getByRole('radio', { name: 'New 2' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Comment 1 by Luis, new' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('radio', { name: 'New 1' }))
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await user.click(screen.getByRole('radio', { name: /^Open/ }))
  await waitFor(() => expect(names()).toEqual(['Comment 1 by Luis', 'Comment 3 by Ana']))
  expect(screen.queryByRole('radio', { name: /^New/ })).not.toBeInTheDocument()
  const until = project.comments[0]?.replies[0]?.createdAt
  await waitFor(() =>
    expect(visits).toEqual([
      { number: 1, alone: true, until },
      { number: 3, until },
    ]),
  )
})

test('on a first visit nothing is new', () => {
  renderCommentPage({ ...givenDiscussion(), visit: null })
  expect(screen.queryByText('New')).not.toBeInTheDocument()
})

test('an owner on the first visit starts with new comments; a read thread stays until another filter is chosen', async () => {
  const user = userEvent.setup()
  const project = givenDiscussion()
  const can = { ...project.can, manage: true }
  renderCommentPage({ ...project, isOwner: true, can, visit: null })
  expect(screen.getByRole('radio', { name: 'New 3' })).toBeChecked()
  expect(names()).toEqual([
    'Comment 1 by Luis, new',
    'Comment 2 by Priya, resolved, new',
    'Comment 3 by Ana, new',
  ])
  await user.click(screen.getByRole('button', { name: 'Comment 1 by Luis, new' }))
  await user.click(screen.getByRole('button', { name: 'Comment 2 by Priya, resolved, new' }))
  expect(screen.getByRole('radio', { name: 'New 1' })).toBeChecked()
  expect(names()).toEqual(['Comment 1 by Luis', 'Comment 2 by Priya, resolved', 'Comment 3 by Ana, new'])
  await user.click(screen.getByRole('radio', { name: 'Open 2' }))
  await user.click(screen.getByRole('radio', { name: 'New 1' }))
  expect(names()).toEqual(['Comment 3 by Ana, new'])
})

test.each([
  ['a guest who was never here', { isOwner: false, visit: null }],
  ['an owner with an open comment of their own', { isOwner: true, visit: null }],
  [
    'an owner who has seen it all',
    { isOwner: true, visit: { lastSeenNumber: 3, at: '2026-11-21T09:00:00.000Z' } },
  ],
])('%s starts with all open comments', (_who, given) => {
  const project = givenDiscussion()
  const comments = project.comments.map((comment) => ({ ...comment, byOwner: comment.mine }))
  renderCommentPage({ ...project, comments, ...given, can: { ...project.can, manage: given.isOwner } })
  expect(screen.getByRole('radio', { name: 'Open 2' })).toBeChecked()
})

test('two guests of one name are two people in the list and in its filter', async () => {
  const user = userEvent.setup()
  const first = givenComment({ number: 1, commenter: 'Ana', text: 'From the first' })
  const second = givenComment({ number: 2, commenter: 'Ana', person: 'Ana 2', text: 'From the second' })
  renderCommentPage(givenProject({ comments: [first, second], stats: { open: 2, total: 2 } }))
  await waitFor(() => expect(names()).toHaveLength(2))

  await choose(user, 'Ana 2')

  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Comment 2 by Ana 2')]))
})
