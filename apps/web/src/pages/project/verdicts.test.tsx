import type { Project } from '@pinmark/shared/entities/project'
import type { Round, Verdict } from '@pinmark/shared/entities/round'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { givenComment, givenProject } from '../../../test/comment-page'
import { givenGate } from '../../../test/gate'
import { refusal } from '../../../test/given'
import { openPage } from '../../../test/open-project'
import { eventStream, server } from '../../../test/server'

beforeEach(givenCanvasLayout)

const nothingSaid: Round = {
  ...{ number: 3, openedAt: '2026-11-01T08:00:00.000Z', closedAt: null, message: '' },
  ...{ mine: null, verdicts: null },
}
const said = (change: Partial<Verdict> = {}): Verdict => ({
  ...{ name: 'Tom Keller', verdict: 'good', note: '', at: '2026-11-14T09:20:00.000Z' },
  ...change,
})
const everything = { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true }
const givenOwn = (round: Partial<Round> = {}, change: Partial<Project> = {}) =>
  givenProject({
    isOwner: true,
    can: everything,
    round: { ...nothingSaid, verdicts: [], ...round },
    ...change,
  })

const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Answers verdicts as the server does, and records the requests. */
function serveVerdicts({ _id }: Project) {
  const sent: unknown[] = []
  server.use(
    http.put(`/projects/${_id}/round/verdict`, async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      return HttpResponse.json({ ...nothingSaid, mine: said(Object(body)) })
    }),
    http.delete(`/projects/${_id}/round/verdict`, () => {
      sent.push('withdrawn')
      return HttpResponse.json(nothingSaid)
    }),
  )
  return sent
}

test('a reviewer gives a verdict under a remembered name, changes it, and withdraws it', async () => {
  const project = givenProject({ round: nothingSaid })
  const sent = serveVerdicts(project)
  openPage(project)

  await userEvent.click(await button('Needs changes'))
  const form = within(await screen.findByRole('form', { name: 'Your verdict on round 3' }))
  expect(form.getByRole('radio', { name: 'Needs changes' })).toBeChecked()
  await waitFor(() => expect(form.getByRole('radio', { name: 'Needs changes' })).toHaveFocus())
  await userEvent.click(form.getByRole('button', { name: 'Send' }))
  expect(form.getByText('Add your name, so the designer knows who speaks.')).toBeVisible()
  expect(form.getByLabelText('Your name')).toHaveFocus()
  expect(sent).toEqual([])
  await userEvent.type(form.getByLabelText('Your name'), 'Tom Keller')
  await userEvent.type(form.getByLabelText('A note (optional)'), 'The red, then I am happy.')
  await userEvent.click(form.getByRole('button', { name: 'Send' }))

  expect(await button('Change your verdict: Needs changes')).toHaveFocus()
  expect(screen.getByText('You said: Needs changes')).toBeVisible()
  const first = { name: 'Tom Keller', verdict: 'changes', note: 'The red, then I am happy.', round: 3 }
  expect(sent).toEqual([first])

  await userEvent.click(await button('Change your verdict: Needs changes'))
  expect(screen.getByText(/^As/).parentElement).toHaveTextContent('As Tom Keller')
  expect(screen.getByLabelText('A note (optional)')).toHaveValue('The red, then I am happy.')
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Needs changes' })).toHaveFocus())
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('radio', { name: 'Looks good' })).toHaveFocus()
  expect(screen.getByRole('radio', { name: 'Looks good' })).toBeChecked()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('You said: Looks good')).toBeVisible()
  expect(sent).toEqual([first, { ...first, verdict: 'good' }])

  await userEvent.click(await button('Change your verdict: Looks good'))
  await userEvent.click(await button('Withdraw'))
  expect(await button('Looks good')).toHaveFocus()
  expect(sent.at(-1)).toBe('withdrawn')
})

test('a failed verdict keeps its note, and can be sent again', async () => {
  const project = givenProject({ round: nothingSaid })
  openPage(project)
  server.use(http.put(`/projects/${project._id}/round/verdict`, () => HttpResponse.error()))
  await userEvent.click(await button('Looks good'))
  await userEvent.type(screen.getByLabelText('Your name'), 'Tom Keller')
  await userEvent.type(await screen.findByLabelText('A note (optional)'), 'Calm')
  await userEvent.click(await button('Send'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not send. Your note is kept.')
  const sent = serveVerdicts(project)
  await userEvent.click(await button('Retry'))
  expect(await button('Change your verdict: Looks good')).toBeVisible()
  expect(sent).toMatchObject([{ note: 'Calm' }])
})

test.each<[string, Partial<Round>, string]>([
  ['a first verdict', {}, 'Looks good'],
  ['a changed verdict', { mine: said({ name: 'Tom' }) }, 'Change your verdict: Looks good'],
])('the name typed for %s survives a turned phone', async (_what, round, opener) => {
  const project = givenProject({ round: { ...nothingSaid, ...round } })
  const { unmount } = openPage(project)
  await userEvent.click(await button(opener))
  await screen.findByRole('form', { name: 'Your verdict on round 3' })
  const change = screen.queryByRole('button', { name: 'change' })
  if (change) await userEvent.click(change)
  const nameField = screen.getByLabelText('Your name')
  await userEvent.clear(nameField)
  await userEvent.type(nameField, 'Tom Keller')
  unmount()

  openPage(project)
  expect(await screen.findByLabelText('Your name')).toHaveValue('Tom Keller')
  const sent = serveVerdicts(project)
  await userEvent.click(await button('Send'))
  expect(await button('Change your verdict: Looks good')).toBeVisible()
  expect(sent).toMatchObject([{ name: 'Tom Keller' }])
})

test('Esc closes the form of a verdict, but not while its note is changed', async () => {
  openPage(givenProject({ round: { ...nothingSaid, mine: said({ note: 'Calm' }) } }))
  await userEvent.click(await button('Change your verdict: Looks good'))
  const note = await screen.findByLabelText('A note (optional)')
  await userEvent.type(note, '!{Escape}')
  expect(note).toBeVisible()
  expect(note).toHaveValue('Calm!')
  await userEvent.type(note, '{Backspace}{Escape}')
  expect(note).not.toBeInTheDocument()
  expect(await button('Change your verdict: Looks good')).toHaveFocus()
})

test('a verdict is not sent for a round that opened while it was written, until its author has seen that', async () => {
  const project = givenProject({ round: nothingSaid })
  const { comments: _, commentsNext: __, ...state } = project
  const gate = givenGate()
  server.use(
    http.get('*/projects/:projectId/events', async () => {
      await gate.opened
      return eventStream({
        type: 'project.changed',
        project: { ...state, round: { ...nothingSaid, number: 4 } },
      })
    }),
  )
  openPage(project)
  await userEvent.click(await button('Looks good'))
  await userEvent.type(screen.getByLabelText('Your name'), 'Tom Keller')
  const sent: unknown[] = []
  server.use(
    http.put(`/projects/${project._id}/round/verdict`, async ({ request }) => {
      const body = Object(await request.json())
      sent.push(body.round)
      return body.round === 3
        ? refusal(409, 'round_is_over', 'That round is over. This is round 4.')
        : HttpResponse.json({ ...nothingSaid, number: 4, mine: said() })
    }),
    http.get(`/projects/${project._id}`, () =>
      HttpResponse.json({ ...project, round: { ...nothingSaid, number: 4 } }),
    ),
  )
  gate.open()
  await userEvent.click(await button('Send'))
  expect(await screen.findByRole('alert')).toHaveTextContent('That round is over. This is round 4.')
  expect(await screen.findByRole('form', { name: 'Your verdict on round 4' })).toBeVisible()
  await userEvent.click(await button('Retry'))
  expect(await button('Change your verdict: Looks good')).toBeVisible()
  expect(sent).toEqual([3, 4])
})

test('a view-only link asks no visitor for a verdict', async () => {
  const can = { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false }
  openPage(givenProject({ can, round: nothingSaid }))
  expect(await screen.findByText('View only')).toBeVisible()
  expect(screen.queryByText('Your verdict')).toBeNull()
})

test('a verdict that was being written when the link became view-only stays readable, and says so', async () => {
  const project = givenProject({ round: nothingSaid })
  const { comments: _, commentsNext: __, ...state } = project
  const can = { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false }
  const gate = givenGate()
  server.use(
    http.get('*/projects/:projectId/events', async () => {
      await gate.opened
      const link = { ...state.link, permission: 'view' } as const
      return eventStream({ type: 'project.changed', project: { ...state, can, link } })
    }),
  )
  openPage(project)
  await userEvent.click(await button('Needs changes'))
  const note = await screen.findByLabelText('A note (optional)')
  await userEvent.type(note, 'The header must be darker')
  gate.open()
  const form = await screen.findByRole('form', { name: 'Your verdict on round 3' })
  expect(await within(form).findByRole('status')).toHaveTextContent(
    'This link is view-only. Your text is kept.',
  )
  expect(within(form).getByLabelText('A note (optional)')).toHaveValue('The header must be darker')
  expect(note).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await userEvent.click(await button('Cancel'))
  expect(form).not.toBeInTheDocument()
  expect(screen.queryByText('Your verdict')).toBeNull()
})

test("the owner sees the tally with its authors; another reviewer's verdict appears live", async () => {
  const first = said({ note: 'Calm' })
  const second = said({ name: 'Priya', verdict: 'changes', at: '2026-11-14T10:00:00.000Z' })
  const project = givenOwn({ verdicts: [first] })
  const gate = givenGate()
  server.use(
    http.get('*/projects/:projectId/events', async () => {
      await gate.opened
      return eventStream({ type: 'round.changed', round: { ...project.round, verdicts: [second, first] } })
    }),
  )
  openPage(project)
  expect(await button(/: 1 looks good$/)).toBeVisible()
  expect(screen.queryByText('Your verdict')).toBeNull()
  gate.open()
  await userEvent.click(await button(/: 1 looks good, 1 needs changes$/))

  const list = within(await screen.findByRole('dialog', { name: 'Round 3' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Priya.*14 Nov 2026, 10:00.*No note.*Needs changes/),
    expect.stringMatching(/Tom Keller.*14 Nov 2026, 09:20.*Calm.*Looks good/),
  ])
  await userEvent.keyboard('{Escape}')
  expect(await button(/: 1 looks good, 1 needs changes$/)).toHaveFocus()
})

test('the round of a project begins for its owner with the first comment', async () => {
  const { unmount } = openPage(givenOwn())
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(screen.queryByText('No verdicts yet')).not.toBeInTheDocument()
  unmount()
  openPage({ ...givenOwn(), comments: [givenComment()], stats: { open: 1, total: 1 } })
  expect(await screen.findByText('No verdicts yet')).toBeVisible()
})

test('the browser asks before the page is left while it cannot store an unsent note', async () => {
  openPage(givenProject({ round: nothingSaid }))
  await userEvent.click(await button('Looks good'))
  const field = await screen.findByLabelText('A note (optional)')
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await userEvent.type(field, 'Cal')
  expect(leave()).toBe(false)

  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await userEvent.type(field, 'm')
  expect(leave()).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(leave()).toBe(false)
})
