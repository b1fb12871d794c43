import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenProjects, givenSession, givenSummary, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const names = () => screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent)

/** Four projects, and the changes that are sent about them. */
function givenFour() {
  givenSession()
  const projects = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => givenSummary({ name }))
  const sent: [string, unknown][] = []
  const nameOf = (id: unknown) => projects.find(({ _id }) => _id === id)?.name ?? ''
  server.use(
    http.patch('/projects/:projectId/order', async ({ request, params }) => {
      sent.push([nameOf(params['projectId']), await request.json()])
      return HttpResponse.json(projects[0])
    }),
    http.patch('/projects/:projectId/settings', async ({ request, params }) => {
      sent.push([nameOf(params['projectId']), await request.json()])
      return HttpResponse.json(projects[0]?.link)
    }),
  )
  givenProjects(projects)
  return { projects, sent }
}

test('several selected projects are archived with their links, and Undo brings them back', async () => {
  const { sent } = givenFour()
  const user = renderApp('/')
  await user.click(await screen.findByLabelText('Select Alpha'))
  await user.click(screen.getByLabelText('Select Beta'))
  // Its code is fetched after the list.
  const bar = await screen.findByRole('group', { name: 'Selected projects' })
  expect(bar).toHaveTextContent('2 selected')
  await user.click(within(bar).getByRole('button', { name: 'Archive' }))
  const dialog = await screen.findByRole('dialog', { name: 'Archive' })
  await user.click(within(dialog).getByLabelText('Close the link too'))
  await user.click(within(dialog).getByRole('button', { name: 'Archive' }))

  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(8))
  const both = (body: object) =>
    expect.arrayContaining([
      ['Alpha', body],
      ['Beta', body],
    ])
  expect(sent.slice(0, 4)).toEqual(both({ archived: true }))
  expect(sent.slice(0, 4)).toEqual(both({ closed: true }))
  expect(sent.slice(4)).toEqual(both({ archived: false }))
  expect(sent.slice(4)).toEqual(both({ closed: false }))
  expect(screen.queryByRole('group', { name: 'Selected projects' })).not.toBeInTheDocument()
})

test('a label that some of the selected projects have is given to all, and a new one too', async () => {
  const { projects, sent } = givenFour()
  Object.assign(projects[0] ?? {}, { labels: ['Spring', 'Web'] })
  const user = renderApp('/')
  await user.click(await screen.findByLabelText('Select Alpha'))
  await user.click(await screen.findByRole('button', { name: 'All' }))
  await user.click(screen.getByLabelText('Select Gamma'))
  await user.click(screen.getByLabelText('Select Delta'))
  await user.click(screen.getByRole('button', { name: 'Label' }))
  const dialog = await screen.findByRole('dialog', { name: 'Labels' })
  expect(within(dialog).getByLabelText('Spring')).toBePartiallyChecked()
  await user.click(within(dialog).getByLabelText('Spring'))
  await user.type(within(dialog).getByLabelText('New label'), 'Client A{Enter}')
  expect(within(dialog).getByLabelText('Client A')).toBeChecked()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Labels changed')).toBeInTheDocument()
  expect(sent).toEqual([
    ['Alpha', { addLabels: ['Client A'], removeLabels: [] }],
    ['Beta', { addLabels: ['Spring', 'Client A'], removeLabels: [] }],
  ])

  // Undo leaves what others have added meanwhile.
  sent.length = 0
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    ['Alpha', { addLabels: [], removeLabels: ['Client A'] }],
    ['Beta', { addLabels: [], removeLabels: ['Spring', 'Client A'] }],
  ])
})

test.each([
  ['Label', 'Labels', 'Labels changed', 'patch', '/projects/:projectId/order'],
  ['Archive', 'Archive', '1 project archived', 'patch', '/projects/:projectId/order'],
  ['Delete', 'Confirm Deletion', '1 project deleted', 'delete', '/projects/:projectId'],
] as const)(
  '%s that fails for one project names it, keeps it selected, and undoes the other',
  async (button, title, note, method, path) => {
    const { projects } = givenFour()
    const [alpha, beta] = projects
    server.use(
      http[method](path, ({ params }) =>
        params['projectId'] === beta?._id
          ? refusal(403, 'not_allowed', 'Not you.')
          : HttpResponse.json(
              method === 'delete' ? { _id: alpha?._id, deletedAt: new Date().toISOString() } : alpha,
            ),
      ),
    )
    const user = renderApp('/')
    await user.click(await screen.findByLabelText('Select Alpha'))
    await user.click(screen.getByLabelText('Select Beta'))
    const bar = await screen.findByRole('group', { name: 'Selected projects' })
    await user.click(within(bar).getByRole('button', { name: button }))
    const dialog = within(
      await screen.findByRole(button === 'Delete' ? 'alertdialog' : 'dialog', { name: title }),
    )
    if (button === 'Label') await user.type(dialog.getByLabelText('New label'), 'Spring')
    await user.click(dialog.getByRole('button', { name: button === 'Label' ? 'Save' : button }))

    const failure = (await screen.findByText('Not you.')).closest('p')
    expect(failure).toHaveTextContent(/^Not you\.\s*Beta$/)
    expect(screen.getByText(note)).toBeInTheDocument()
    expect(bar).toHaveTextContent('1 selected')
    expect(screen.getByLabelText('Select Beta')).toBeChecked()

    const undone: string[] = []
    const take = ({ params }: { params: Record<string, unknown> }) => {
      undone.push(String(params['projectId']))
      return HttpResponse.json(alpha)
    }
    server.use(
      http.patch('/projects/:projectId/order', take),
      http.post('/projects/:projectId/restore', take),
    )
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual([alpha?._id]))
  },
)

test('a project whose link cannot be closed stays in the list, and is archived with its link at the next try', async () => {
  const { projects, sent } = givenFour()
  let isRefused = true
  server.use(
    http.patch('/projects/:projectId/settings', ({ params }) => {
      if (isRefused) {
        isRefused = false
        return refusal(403, 'not_allowed', 'Not now.')
      }
      sent.push(['link', params['projectId']])
      return HttpResponse.json(projects[0]?.link)
    }),
  )
  const user = renderApp('/')
  await user.click(await screen.findByLabelText('Select Alpha'))
  await user.click(
    within(await screen.findByRole('group', { name: 'Selected projects' })).getByRole('button', {
      name: 'Archive',
    }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive' }))
  await user.click(dialog.getByLabelText('Close the link too'))
  await user.click(dialog.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Not now.')).toBeInTheDocument()
  expect(sent).toEqual([])

  await user.click(dialog.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('1 project archived')).toBeInTheDocument()
  expect(sent).toEqual([
    ['link', projects[0]?._id],
    ['Alpha', { archived: true }],
  ])
})

test('a project has five labels at most', async () => {
  const { projects, sent } = givenFour()
  Object.assign(projects[0] ?? {}, { labels: ['1', '2', '3', '4', '5'] })
  const user = renderApp('/')
  await user.click(await screen.findByLabelText('Select Alpha'))
  await user.click(await screen.findByRole('button', { name: 'Label' }))
  const dialog = await screen.findByRole('dialog', { name: 'Labels' })
  await user.type(within(dialog).getByLabelText('New label'), '6')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('A project can have 5 labels.')
  expect(sent).toEqual([])
})

test('a chip shows the projects with its label, and Esc ends a selection', async () => {
  const { projects } = givenFour()
  Object.assign(projects[1] ?? {}, { labels: ['Spring'] })
  const user = renderApp('/')
  const chip = await screen.findByRole('button', { name: 'Spring' })
  await user.click(chip)
  expect(names()).toEqual(['Beta'])
  expect(chip).toHaveAttribute('aria-pressed', 'true')
  await user.click(chip)
  expect(names()).toHaveLength(4)
  await user.click(screen.getByLabelText('Select Beta'))
  await user.keyboard('{Escape}')
  expect(screen.getByLabelText('Select Beta')).not.toBeChecked()
  expect(screen.queryByRole('group', { name: 'Selected projects' })).not.toBeInTheDocument()
})

test('the end of a selection returns the focus to the card that it was made at', async () => {
  givenFour()
  const user = renderApp('/')
  const box = await screen.findByLabelText('Select Beta')
  act(() => box.focus())
  await user.keyboard(' ')
  const bar = await screen.findByRole('group', { name: 'Selected projects' })
  act(() => within(bar).getByRole('button', { name: 'Clear' }).focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(bar).not.toBeInTheDocument())
  expect(screen.getByRole('link', { name: 'Beta' })).toHaveFocus()
})

test('an archived project is taken out of the archive; a failure is shown', async () => {
  givenSession()
  const archived = givenSummary({ name: 'Old one', archivedAt: '2026-11-01T08:00:00.000Z' })
  givenProjects([], [], [archived])
  server.use(http.patch('/projects/:projectId/order', () => refusal(403, 'not_allowed', 'Not you.')))
  const user = renderApp('/')
  await user.click(await screen.findByText(/^Archived/, { selector: 'summary' }))
  await user.click(screen.getByRole('button', { name: 'Take out Old one' }))
  expect(await screen.findByText('Not you.')).toBeInTheDocument()
})
