import type { Project } from '@pinmark/shared/entities/project'
import type { Round } from '@pinmark/shared/entities/round'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { clickDesign } from '../../../test/click-design'
import { givenComment, givenProject } from '../../../test/comment-page'
import { givenGate } from '../../../test/gate'
import { refusal } from '../../../test/given'
import { openPage } from '../../../test/open-project'
import { eventStream, server } from '../../../test/server'
import { readDrafts } from '../../features/review/drafts/draft-store'

beforeEach(givenCanvasLayout)

const open: Round = {
  ...{ number: 3, openedAt: '2026-11-01T08:00:00.000Z', closedAt: null, message: '' },
  ...{ mine: null, verdicts: null },
}
const closed: Round = {
  ...open,
  closedAt: '2026-11-14T12:00:00.000Z',
  message: 'Thank you, version 4 follows.',
}
const reading = { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false }
const everything = { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true }

const stateOf = ({ comments: _, commentsNext: __, ...state }: Project) => state
const pin = () =>
  within(screen.getByRole('region', { name: 'Design' })).getByRole('button', { name: /^Comment 1 by/ })
const button = (name: string) => screen.findByRole('button', { name })

/** Serves the project. Opening the gate closes its round. */
function openUntilClosed(project: Project) {
  const gate = givenGate()
  server.use(
    http.get('*/projects/:projectId/events', async () => {
      await gate.opened
      return eventStream({
        type: 'project.changed',
        project: { ...stateOf(project), can: reading, round: closed },
      })
    }),
  )
  openPage(project)
  return gate.open
}

test('a reviewer sees that the round is closed, with the message, and cannot add anything', async () => {
  const comment = givenComment({ text: 'Still to be read' })
  openPage(givenProject({ can: reading, round: closed, comments: [comment] }))
  const bar = await screen.findByText('Round 3 is closed.')
  expect(bar.parentElement).toHaveTextContent('Thank you, version 4 follows.')
  expect(bar.parentElement).toHaveTextContent('You can look and read. The next version opens round 4.')
  expect(screen.getByText('View only')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add comment' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Looks good' })).toBeNull()
  await userEvent.click(pin())
  const thread = within(await screen.findByRole('dialog'))
  expect(thread.getByText('Still to be read')).toBeVisible()
  expect(thread.queryByRole('textbox')).toBeNull()
})

test('view-only visitors see no note about the round', async () => {
  const project = givenProject({ can: reading, round: closed })
  openPage({ ...project, link: { ...project.link, permission: 'view' } })
  expect(await screen.findByText('View only')).toBeVisible()
  expect(screen.queryByText(/is closed/)).toBeNull()
})

test('a comment is kept if the round closes while it is written, and its author sees why', async () => {
  const project = givenProject({ round: open })
  const closeRound = openUntilClosed(project)
  clickDesign(await screen.findByRole('img', { name: /^Design/ }), 200, 300)
  await userEvent.type(await screen.findByLabelText('Your comment'), 'The moon is loud')
  closeRound()

  const composer = within(screen.getByRole('dialog', { name: 'New comment' }))
  expect(
    await composer.findByText('Round 3 was closed while you wrote. Your text is kept for round 4.'),
  ).toBeVisible()
  expect(composer.getByLabelText('Your comment')).toHaveValue('The moon is loud')
  expect(composer.queryByRole('button', { name: 'Submit' })).toBeNull()
  expect(composer.getByRole('button', { name: 'Copy text' })).toBeVisible()
  expect(readDrafts(project.permanentId)).toMatchObject([{ text: 'The moon is loud', status: 'writing' }])
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Not sent: the round is closed. Kept for round 4.')).toBeVisible()
})

test('a reply is kept too if the round closes while it is written, and its next letters do nothing', async () => {
  const comments = [
    givenComment({ can: { edit: true, delete: true, resolve: true } }),
    givenComment({ number: 2, x: 700, y: 500 }),
  ]
  const project = givenProject({ round: open, comments })
  const changes: string[] = []
  server.use(
    http.patch('*/comments/:id', ({ request }) => {
      changes.push(request.url)
      return HttpResponse.error()
    }),
  )
  const closeRound = openUntilClosed(project)
  await screen.findByRole('img', { name: /^Design/ })
  await userEvent.click(pin())
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reply' }), 'I think so')
  closeRound()

  const kept = await screen.findByLabelText('Your reply, not sent')
  expect(kept).toHaveFocus()
  await userEvent.keyboard('rfn')
  expect(kept).toHaveValue('I think so')
  const dialog = screen.getByRole('dialog', { name: /^Comment 1 by/ })
  expect(within(dialog).getByText(/^Round 3 was closed while you wrote/)).toBeVisible()
  expect(changes).toEqual([])
})

test('a verdict keeps its note if the round closes while it is written', async () => {
  const closeRound = openUntilClosed(givenProject({ round: open }))
  await userEvent.click(await button('Looks good'))
  await userEvent.type(await screen.findByLabelText('A note (optional)'), 'Calm')
  closeRound()
  expect(await screen.findByText(/^Round 3 was closed while you wrote/)).toBeVisible()
  expect(screen.getByLabelText('A note (optional)')).toHaveValue('Calm')
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})

test('the owner closes the round with a message, sees a failure, and reopens it', async () => {
  const project = givenProject({
    ...{ isOwner: true, can: everything, stats: { open: 7, total: 7 } },
    round: { ...open, verdicts: [] },
  })
  const sent: unknown[] = []
  openPage(project)
  server.use(
    http.patch(`/projects/${project._id}/round`, () =>
      refusal(409, 'round_is_over', 'That round is over. This is round 4.'),
    ),
  )
  await userEvent.click(await button('Close round'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close round 3?' }))
  expect(dialog.getByText('7 comments are still open.')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('A message to the reviewers (optional)'), 'Thank you')
  await userEvent.click(dialog.getByRole('button', { name: 'Close round' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('That round is over. This is round 4.')

  server.use(
    http.patch(`/projects/${project._id}/round`, async ({ request }) => {
      const body = Object(await request.json())
      sent.push(body)
      const closedAt = body.closed ? closed.closedAt : null
      return HttpResponse.json({ ...open, closedAt, message: body.message, verdicts: [] })
    }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Close round' }))
  expect(await screen.findByText('Round 3 is closed')).toBeVisible()
  expect(screen.queryByText('You can look and read.', { exact: false })).toBeNull()
  await userEvent.click(await button('Open again'))
  expect(await screen.findByText('No verdicts yet')).toBeVisible()
  expect(sent).toEqual([
    { closed: true, message: 'Thank you', round: 3 },
    { closed: false, message: '', round: 3 },
  ])
})
