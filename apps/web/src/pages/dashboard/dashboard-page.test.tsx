import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenGate } from '../../../test/gate'
import { givenInstance, givenProjects, givenSession, givenSummary, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent)

function lastComment(createdAt: string) {
  const last = { commenter: 'Priya', text: 'The moon is lovely.', createdAt, byOwner: false }
  return { open: 1, total: 1, new: 0, last }
}

test('a card shows the edit date, new and open comments, and the last author', async () => {
  givenSession()
  givenProjects([
    givenSummary({
      name: 'Norra Nights',
      stats: { ...lastComment('2026-11-14T10:00:00.000Z'), open: 7, total: 9, new: 3 },
    }),
    givenSummary({
      name: 'Hollow checkout',
      stats: { ...lastComment('2026-11-13T10:00:00.000Z'), open: 0, total: 12 },
    }),
    givenSummary({ name: 'Newsletter' }),
  ])
  renderApp('/')

  const card = (await screen.findByRole('link', { name: 'Norra Nights' })).closest('article')
  if (!card) throw new Error('The link is in no card.')
  expect(card).toHaveTextContent('Edited 14 Nov 2026')
  expect(card).toHaveTextContent('3 new')
  expect(card).toHaveTextContent('Priya: The moon is lovely.')
  expect(card).toHaveTextContent('7 open')
  expect(screen.getByText('All 12 resolved')).toBeInTheDocument()
  expect(screen.getByText('No comments yet')).toBeInTheDocument()
  expect(screen.getByText(/projects available/).parentElement).toHaveTextContent(
    '3 projects available · upgrade your plan',
  )
  expect(screen.getByRole('link', { name: 'upgrade your plan' })).toHaveAttribute('href', '/plans')
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

test('a card shows the verdicts of the round, and whether it is closed', async () => {
  givenSession()
  const verdicts = [
    { name: 'Ana Ruiz', verdict: 'good' as const },
    { name: 'Tom Keller', verdict: 'changes' as const },
  ]
  givenProjects([
    givenSummary({
      name: 'Norra Nights',
      round: { number: 3, closedAt: '2026-11-14T10:00:00.000Z', good: 12, changes: 2, verdicts },
    }),
    givenSummary({ name: 'Newsletter' }),
  ])
  renderApp('/')

  const line = (await screen.findByText('Round 3 closed')).parentElement
  const [good, changes] = line?.querySelectorAll('p') ?? []
  expect(good).toHaveTextContent('12 look good, 12Ana Ruiz, 11 others')
  expect(changes).toHaveTextContent(/^2 need changes, 2Tom Keller, 1 other$/)
  expect(screen.queryByText(/Round 1/)).toBeNull()
})

test('a name in another direction does not turn the names beside it', async () => {
  givenSession()
  const verdicts = ['ليلى حداد', 'Tom Keller'].map((name) => ({ name, verdict: 'good' as const }))
  givenProjects([givenSummary({ round: { number: 1, closedAt: null, good: 3, changes: 0, verdicts } })])
  renderApp('/')
  for (const { name } of verdicts) expect((await screen.findByText(name)).tagName).toBe('BDI')
  expect(screen.getByText('1 other')).toBeInTheDocument()
})

test('four projects or more can be searched and sorted', async () => {
  givenSession()
  givenProjects([
    givenSummary({ name: 'Beta', stats: lastComment('2026-11-20T10:00:00.000Z') }),
    givenSummary({ name: 'alpha 10', updatedAt: '2026-11-19T10:00:00.000Z' }),
    givenSummary({ name: 'Alpha 9', updatedAt: '2026-11-18T10:00:00.000Z' }),
    givenSummary({ name: 'Café menu', createdAt: '2026-11-19T10:00:00.000Z' }),
  ])
  const user = renderApp('/')
  expect(await screen.findByRole('link', { name: 'Beta' })).toBeInTheDocument()
  expect(names().slice(0, 2)).toEqual(['Beta', 'Café menu'])

  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name')
  expect(names()).toEqual(['Alpha 9', 'alpha 10', 'Beta', 'Café menu'])
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Last edited')
  expect(names().slice(0, 2)).toEqual(['alpha 10', 'Alpha 9'])

  const search = screen.getByLabelText<HTMLInputElement>('Search projects')
  await user.type(search, 'CFE')
  await user.type(search, 'A', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect([search.value, search.selectionStart]).toEqual(['CAFE', 2])
  expect(names()).toEqual(['Café menu'])
  await user.type(search, ' xyz', { initialSelectionStart: 4 })
  expect(screen.getByRole('heading', { name: 'No project called “CAFE xyz”' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(names()).toHaveLength(4)
})

test('new feedback is first and can be filtered; a new project is among those with recent feedback', async () => {
  givenSession()
  const stats = lastComment('2026-11-10T10:00:00.000Z')
  givenProjects([
    givenSummary({ name: 'Uploaded today', createdAt: '2026-11-21T10:00:00.000Z' }),
    givenSummary({ name: 'Read', stats: lastComment('2026-11-20T10:00:00.000Z') }),
    givenSummary({ name: 'Older and new', stats: { ...stats, new: 1 } }),
    givenSummary({ name: 'New', stats: { ...lastComment('2026-11-12T10:00:00.000Z'), new: 2 } }),
  ])
  const user = renderApp('/')
  expect(await screen.findByRole('link', { name: 'Read' })).toBeInTheDocument()
  expect(names()).toEqual(['New', 'Older and new', 'Uploaded today', 'Read'])
  await user.click(screen.getByRole('button', { name: 'New 2' }))
  expect(names()).toEqual(['New', 'Older and new'])
  await user.type(screen.getByLabelText('Search projects'), 'Read')
  expect(screen.getByRole('heading', { name: 'Nothing new called “Read”' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all projects' }))
  expect(names()).toEqual(['Read'])
})

test('shared projects are in the list with the name of their owner, and can be filtered', async () => {
  givenSession()
  const byOwner = {
    commenter: 'Ana Ruiz',
    text: 'Calmer?',
    createdAt: '2026-11-14T10:00:00.000Z',
    byOwner: true,
  }
  const shared = { ...{ isOwner: false, members: 1 }, owner: { name: 'Ana Ruiz' } }
  givenProjects([
    givenSummary({ name: 'Own' }),
    givenSummary({ ...shared, name: 'Shared', stats: { open: 1, total: 1, new: 0, last: byOwner } }),
  ])
  const user = renderApp('/')
  const card = (await screen.findByRole('link', { name: 'Shared' })).closest('article')
  expect(card).toHaveTextContent('Ana Ruiz · Edited')
  expect(card).toHaveTextContent('Ana Ruiz: Calmer?')

  await user.selectOptions(screen.getByLabelText('Projects'), 'Shared with me')
  expect(names()).toEqual(['Shared'])
  await user.selectOptions(screen.getByLabelText('Projects'), 'Mine')
  expect(names()).toEqual(['Own'])
})

test('an offer of a project is shown above the list, and leads to the dialog that answers it', async () => {
  givenSession()
  const shared = { ...{ isOwner: false, members: 1 }, owner: { name: 'Ana Ruiz' } }
  givenProjects([
    givenSummary({ name: 'Own' }),
    givenSummary({ ...shared, name: 'Norra' }),
    givenSummary({ ...shared, name: 'Offered', isOffered: true }),
  ])
  server.use(http.get('/projects/:id/members', () => refusal(404, 'project_not_found', 'Gone.')))
  const user = renderApp('/')
  const offers = within(await screen.findByRole('list', { name: 'Offer' }))
  expect(offers.getAllByRole('listitem')).toHaveLength(1)
  expect(offers.getByRole('listitem')).toHaveTextContent('Ana Ruiz offers you Offered.')
  const answer = offers.getByRole('button', { name: 'Answer' })
  expect(answer).toHaveAccessibleDescription(/^Ana Ruiz.*Offered\.$/)

  await user.click(answer)
  expect(await screen.findByRole('dialog', { name: 'People' })).toBeInTheDocument()
})

test('the focus does not go behind the dialog in which an offer is accepted', async () => {
  givenInstance()
  const { user: account } = givenSession()
  const since = '2026-11-14T10:00:00.000Z'
  const offered = givenSummary({ ...{ isOwner: false, members: 1 }, owner: { name: 'Ana Ruiz' } })
  const projects = [{ ...offered, isOffered: true }]
  let people = {
    ...{ owner: { name: 'Ana Ruiz' }, invitations: [] },
    ...{ members: [{ _id: account._id, name: account.name, since }], offeredTo: account._id },
  }
  givenProjects(projects)
  server.use(
    http.get('/projects/:id/members', () => HttpResponse.json(people)),
    http.post('/projects/:id/offer/accept', () => {
      people = { ...people, owner: { name: account.name }, members: [] }
      projects[0] = { ...offered, isOwner: true, isOffered: false }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const user = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  const dialog = await screen.findByRole('dialog', { name: 'People' })
  await user.click(await within(dialog).findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Accept' })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Answer', hidden: true })).toBeNull())
  expect(screen.getByRole('link', { name: offered.name, hidden: true })).not.toHaveFocus()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.getByRole('link', { name: offered.name })).toHaveFocus())
})

test('an offer that was taken back leaves the list when it is answered', async () => {
  givenSession()
  const offered = givenSummary({ ...{ isOwner: false, members: 1 }, owner: { name: 'Ana Ruiz' } })
  const projects = [{ ...offered, isOffered: true }]
  givenProjects(projects)
  server.use(http.get('/projects/:id/members', () => refusal(404, 'project_not_found', 'Gone.')))
  const user = renderApp('/')
  const answer = await screen.findByRole('button', { name: 'Answer' })
  projects[0] = { ...offered, isOffered: false }
  await user.click(answer)
  await screen.findByRole('dialog', { name: 'People' })
  await waitFor(() => expect(answer).not.toBeInTheDocument())
})

test('without shared projects there is nothing to filter', async () => {
  givenSession()
  givenProjects([givenSummary({ name: 'Own' })])
  renderApp('/')
  expect(await screen.findByRole('link', { name: 'Own' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Projects')).not.toBeInTheDocument()
})

test('a failed list shows an error, and loads after a retry', async () => {
  givenSession()
  server.use(http.get('/projects', () => refusal(403, 'not_allowed', 'No.')))
  const user = renderApp('/')
  expect(await screen.findByText('Failed to load projects')).toBeInTheDocument()
  givenProjects([])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText("You don't have any projects yet.")).toBeInTheDocument()
})

test('a slow list shows that it is loading', async () => {
  givenSession()
  const answer = givenGate()
  server.use(
    http.get('/projects', async () => {
      await answer.opened
      return HttpResponse.json([])
    }),
  )
  renderApp('/')
  expect(await screen.findByText('Loading projects...')).toBeInTheDocument()
  answer.open()
  await waitFor(() => expect(screen.queryByText('Loading projects...')).not.toBeInTheDocument())
})

/** Opens the Confirm Deletion dialog of the only project, which can be deleted and restored. */
async function openDeletion(designs = 1) {
  givenSession()
  const project = givenSummary({
    ...{ name: 'Norra Nights', designs },
    stats: lastComment('2026-11-14T10:00:00.000Z'),
  })
  const active = [project]
  const deleted: (typeof project)[] = []
  let isLost = false
  givenProjects(active, deleted)
  server.use(
    http.delete(`/projects/${project._id}`, () => {
      if (active.length === 0) return refusal(404, 'project_not_found', 'Project not found')
      active.length = 0
      deleted.push({ ...project, deletedAt: '2026-11-21T10:00:00.000Z' })
      if (isLost) return HttpResponse.error()
      return HttpResponse.json({ _id: project._id, deletedAt: '2026-11-21T10:00:00.000Z' })
    }),
    http.post(`/projects/${project._id}/restore`, () => {
      active.push(project)
      deleted.length = 0
      return HttpResponse.json(project)
    }),
  )
  const user = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Actions for Norra Nights' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Deletion' })
  return { user, dialog, loseAnswer: () => (isLost = true) }
}

test('the deletion of a project says how many designs and comments go with it', async () => {
  const { dialog } = await openDeletion(3)
  expect(dialog).toHaveTextContent('Norra Nights goes with its 3 designs and 1 comment.')
})

test('a deleted project leaves the list, can be restored, and is listed as recently deleted', async () => {
  const { user, dialog } = await openDeletion()
  expect(dialog).toHaveTextContent('Are you sure you want to delete this project?')
  expect(dialog).toHaveTextContent('Norra Nights goes with its design and 1 comment.')
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Project “Norra Nights” deleted')).toBeInTheDocument()
  expect(await screen.findByText('Recently deleted')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Norra Nights' })).not.toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Norra Nights' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Recently deleted')).not.toBeInTheDocument())
})

test('a deletion whose answer is lost ends like one that is answered', async () => {
  const { user, dialog, loseAnswer } = await openDeletion()
  loseAnswer()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Norra Nights' })).not.toBeInTheDocument()
  expect(screen.queryByText('Failed to delete project')).not.toBeInTheDocument()
})

test('the offer to undo a deletion ends when the project is restored in another way', async () => {
  const { user, dialog } = await openDeletion()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  await user.click(await screen.findByText('Recently deleted'))
  await user.click(screen.getByRole('button', { name: 'Restore Norra Nights' }))
  expect(await screen.findByText('Project “Norra Nights” restored')).toBeInTheDocument()
  expect(screen.queryByText('Project “Norra Nights” deleted')).not.toBeInTheDocument()
})

test('a renamed project has its new name in the list; a failed rename keeps the input', async () => {
  givenSession()
  const project = givenSummary({ name: 'Norra Nights' })
  const active = [project]
  givenProjects(active)
  let isUp = false
  server.use(
    http.put(`/projects/${project._id}`, async ({ request }) => {
      if (!isUp) return HttpResponse.error()
      expect(await request.json()).toEqual({ name: 'Norra' })
      active[0] = { ...project, name: 'Norra' }
      return HttpResponse.json(active[0])
    }),
  )
  const user = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Actions for Norra Nights' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename Project' })
  const field = within(dialog).getByLabelText('Name')
  expect(field).toHaveValue('Norra Nights')

  await user.clear(field)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Name is required.')).toBeInTheDocument()
  expect(field).toHaveFocus()

  await user.type(field, ' Norra ')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    /^Failed to rename project.*The server did not answer\.$/,
  )
  expect(field).toHaveValue(' Norra ')

  isUp = true
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'Norra' })).toBeInTheDocument()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

test('an image pasted anywhere opens the dialog with it', async () => {
  givenSession()
  givenProjects([])
  givenInstance()
  renderApp('/')
  await screen.findByText("You don't have any projects yet.")
  const files = [new File(['bytes'], 'shot.png', { type: 'image/png' })]
  fireEvent.paste(document.body, { clipboardData: { files, types: ['Files'] } })

  const dialog = await screen.findByRole('dialog', { name: 'Create New Project' })
  expect(await within(dialog).findByText('shot.png')).toBeInTheDocument()
})

test('names are shown as text, and markup in them is inert', async () => {
  givenSession()
  const name = '<img src=x onerror=alert(1)> مشروع 🎨'
  givenProjects([givenSummary({ name })])
  renderApp('/')
  expect(await screen.findByRole('link', { name })).toBeInTheDocument()
})
