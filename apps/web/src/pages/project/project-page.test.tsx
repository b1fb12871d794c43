import type { Project } from '@pinmark/shared/entities/project'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { readDrafts } from '../../features/review/drafts/draft-store'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { givenComment, givenProject } from '../../../test/comment-page'
import { clickDesign } from '../../../test/click-design'
import { givenGate } from '../../../test/gate'
import { givenSession } from '../../../test/given'
import { openPage, renderPage } from '../../../test/open-project'
import { givenEvents, server } from '../../../test/server'

beforeEach(() => {
  givenCanvasLayout()
  server.use(
    http.get('/projects/:id/events', () => delay('infinite')),
    http.post('/projects/:id/visit', () => HttpResponse.json({ visit: null })),
  )
})

/** A project with comments on its only version. */
function projectWithComments(places: { x: number; y: number; text?: string }[]): Project {
  const project = givenProject()
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const comments = places.map((place, index) => givenComment({ number: index + 1, version, ...place }))
  return { ...project, comments, stats: { open: comments.length, total: comments.length } }
}

const notFound = { error: 'Project not found', code: 'project_not_found' }
const refuse = () => HttpResponse.json(notFound, { status: 404 })

const viewer = () => within(screen.getByRole('region', { name: 'Design' }))
const pin = async (number: number) => {
  await design()
  return viewer().getByRole('button', { name: new RegExp(`^Comment ${number} by`) })
}
const row = (text: string) => within(screen.getByRole('list')).getByText(text).closest('[role=listitem]')

const design = () => screen.findByRole('img', { name: /^Design/ })

test('the page shows name, date, description, design, pins and list', async () => {
  const project = {
    ...projectWithComments([{ x: 100, y: 100 }]),
    name: 'Norra Nights',
    description: 'Round 3, see https://example.org',
  }
  openPage(project)
  expect(await screen.findByRole('heading', { name: 'Norra Nights', level: 1 })).toBeVisible()
  expect(screen.getByText('14 Nov 2026')).toBeVisible()
  expect(screen.getByRole('link', { name: 'https://example.org' })).toHaveAttribute(
    'rel',
    expect.stringContaining('nofollow'),
  )
  expect(await design()).toHaveAttribute('src', expect.stringContaining('/view'))
  expect(viewer().getByRole('button', { name: 'Comment 1 by Luis, open: Do we need this?' })).toBeVisible()
  expect(within(screen.getByRole('list')).getByText(/Commented at 12 Nov 2026/)).toBeVisible()
  expect(document.title).toBe('Norra Nights · Pinmark')
})

test('a slow project shows that it is loading', async () => {
  server.use(http.get('/projects/:id', () => delay('infinite')))
  renderPage('/project/slow')
  expect(await screen.findByRole('heading', { level: 1, name: 'Loading project details...' })).toBeVisible()
})

test('an unknown project and a failed request have different messages', async () => {
  server.use(
    http.get('/projects/:id', () =>
      HttpResponse.json({ error: 'Project not found', code: 'project_not_found' }, { status: 404 }),
    ),
  )
  renderPage('/project/gone')
  expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to start' })).toHaveAttribute('href', '/')
})

test('a failed project can be retried', async () => {
  const project = givenProject()
  server.use(http.get('/projects/:id', () => HttpResponse.error()))
  renderPage(`/project/${project._id}`)
  expect(await screen.findByRole('heading', { name: 'Failed to load project' })).toBeVisible()
  server.use(http.get('/projects/:id', () => HttpResponse.json(project)))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: project.name })).toBeVisible()
})

test('a guest sees only Share, the owner also Rename and Delete', async () => {
  const first = openPage(givenProject())
  expect(await screen.findByRole('button', { name: 'Share' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Rename|Delete) project/ })).toBeNull()
  first.unmount()
  openPage(
    givenProject({
      isOwner: true,
      can: { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true },
    }),
  )
  expect(await screen.findByRole('button', { name: 'Rename project' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete project' })).toBeVisible()
})

test('comments are shown at first, and one button hides and shows their pins', async () => {
  openPage(projectWithComments([{ x: 100, y: 100 }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Hide Comments' }))
  expect(viewer().queryByRole('button', { name: /^Comment 1/ })).toBeNull()
  expect(screen.getByRole('list')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show Comments' }))
  expect(await pin(1)).toBeVisible()
})

/** The spots of the drafts, in pixels of the image. */
const draftPoints = ({ permanentId }: Project) =>
  readDrafts(permanentId).map(({ x, y }) => `${Math.round(x)}, ${Math.round(y)}`)

test('a click opens the composer at that image pixel, and shows hidden comments', async () => {
  const project = givenProject()
  openPage(project)
  const image = await design()
  await userEvent.click(screen.getByRole('button', { name: 'Hide Comments' }))
  clickDesign(image, 250, 446)
  const composer = await screen.findByRole('dialog', { name: 'New comment' })
  expect(composer).toBeVisible()
  expect(draftPoints(project)).toEqual(['250, 446'])
  expect(screen.getByRole('button', { name: 'Hide Comments' })).toBeVisible()
})

test('a press that moves more than 4 px is a drag and opens nothing', async () => {
  openPage(givenProject())
  const image = await design()
  clickDesign(image, 250, 200, { x: 252, y: 203 })
  expect(await screen.findByRole('dialog', { name: 'New comment' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  clickDesign(image, 250, 200, { x: 253, y: 203 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a click outside a composer with text only closes it', async () => {
  openPage(givenProject())
  const image = await design()
  clickDesign(image, 250, 200)
  await userEvent.type(await screen.findByLabelText('Your comment'), 'Half a thought')
  clickDesign(image, 500, 300)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getAllByRole('button', { name: /^Draft comment/ })).toHaveLength(1)
})

test('with a view-only link, a click opens nothing and the toolbar says so', async () => {
  openPage(
    givenProject({
      can: { comment: false, rename: false, delete: false, resolve: false, manage: false, own: false },
    }),
  )
  clickDesign(await design(), 250, 200)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('View only')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add comment' })).toBeNull()
})

test('selecting a row selects its pin, and both are highlighted together', async () => {
  openPage(
    projectWithComments([
      { x: 100, y: 100 },
      { x: 400, y: 300, text: 'Second' },
    ]),
  )
  const second = await pin(2)
  await userEvent.hover(second)
  expect(row('Second')).toHaveAttribute('data-hovered')
  await userEvent.unhover(second)
  // On a busy machine the preview of the pin is still shown, with the same text.
  await userEvent.hover(within(screen.getByRole('list')).getByText('Second'))
  expect(second).toHaveAttribute('data-hovered')
  await userEvent.click(within(screen.getByRole('list')).getByRole('button', { name: /^Comment 2/ }))
  expect(second).toHaveAttribute('aria-expanded', 'true')
  expect(row('Second')).toHaveAttribute('data-selected')
})

test('coincident pins form a cluster whose list opens each of them', async () => {
  openPage(
    projectWithComments([
      { x: 100, y: 100 },
      { x: 100, y: 100, text: 'Under it' },
    ]),
  )
  await userEvent.click(await screen.findByRole('button', { name: '2 comments here: 1 and 2' }))
  const list = await screen.findByRole('dialog', { name: '2 comments here' })
  await userEvent.click(within(list).getByRole('button', { name: /^Comment 2/ }))
  expect(await pin(2)).toHaveAttribute('aria-expanded', 'true')
})

test('C starts keyboard placement, and Esc cancels it', async () => {
  const user = userEvent.setup()
  const project = givenProject()
  openPage(project)
  await design()
  await user.keyboard('c')
  expect(await screen.findByRole('button', { name: /^Spot of the comment/ })).toHaveFocus()
  expect(screen.getByText('50% from the left, 36% from the top')).toBeInTheDocument()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Enter}')
  const composer = await screen.findByRole('dialog', { name: 'New comment' })
  expect(composer).toBeVisible()
  expect(draftPoints(project)).toEqual(['410, 215'])
  await user.keyboard('{Escape}c{Escape}')
  expect(screen.queryByRole('button', { name: /^Spot of the comment/ })).toBeNull()
})

test('single keys are ignored while typing in a field, and when they are switched off', async () => {
  const user = userEvent.setup()
  openPage(givenProject())
  clickDesign(await design(), 250, 200)
  await user.type(await screen.findByLabelText('Your comment'), 'fcn+')
  expect(screen.getByLabelText('Your comment')).toHaveValue('fcn+')
  expect(screen.getByRole('button', { name: 'Expand' })).toBeVisible()
  act(() => localStorage.setItem('pinmark.single-keys', 'off'))
  await user.click(screen.getByRole('button', { name: 'Mark a region' }))
  await user.keyboard('f')
  expect(screen.getByRole('button', { name: 'Expand' })).toBeVisible()
})

test('menu and keys change the zoom', async () => {
  const user = userEvent.setup()
  const can = { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true }
  openPage(givenProject({ isOwner: true, can, comments: [givenComment()] }))
  await design()
  await user.keyboard('+')
  expect(screen.getByRole('button', { name: 'Zoom: 125%' })).toBeVisible()
  await user.keyboard('-')
  await user.keyboard('-')
  expect(screen.getByRole('button', { name: 'Zoom: 80%' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Zoom: 80%' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Fit whole' }))
  expect(await screen.findByRole('button', { name: 'Zoom: 71%' })).toBeVisible()
})

test('a link to a comment selects it; one to a deleted comment says so', async () => {
  const project = projectWithComments([
    { x: 100, y: 100 },
    { x: 400, y: 500 },
  ])
  const first = openPage(project, `/project/${project._id}?comment=${project.comments[1]?._id}`)
  expect(await pin(2)).toHaveAttribute('aria-expanded', 'true')
  first.unmount()
  openPage(project, `/project/${project._id}?comment=${'A'.repeat(22)}`)
  expect(await screen.findByText('That comment was deleted.')).toBeVisible()
})

test('deleting the project leads to the dashboard', async () => {
  const project = givenProject({
    isOwner: true,
    can: { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true },
  })
  server.use(
    http.delete(`/projects/${project._id}`, () =>
      HttpResponse.json({ _id: project._id, deletedAt: project.updatedAt }),
    ),
  )
  openPage(project)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  const question = await screen.findByRole('alertdialog', { name: 'Confirm Deletion' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('heading', { name: 'My Projects' })).toBeVisible()
})

test('a link that closes while a comment is written shows a message and keeps the text', async () => {
  const visit = { lastSeenNumber: 0, at: '2026-11-01T10:00:00.000Z' }
  const written = projectWithComments([{ x: 100, y: 1_000 }])
  const can = { edit: true, delete: true, resolve: true }
  const project = { ...written, visit, comments: written.comments.map((one) => ({ ...one, can })) }
  const send = givenEvents()
  openPage(project)
  clickDesign(await design(), 250, 200)
  await userEvent.type(await screen.findByLabelText('Your comment'), 'Half a thought')
  server.use(http.get(`/projects/${project._id}`, refuse))
  await send({ type: 'project.closed' })
  expect(await screen.findByText('This link was closed.')).toBeVisible()
  expect(screen.getByLabelText('Your comment')).toHaveValue('Half a thought')
  const composer = within(screen.getByRole('dialog', { name: 'New comment' }))
  expect(composer.getByText('This link was closed. Your text is kept.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy text' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument()
  expect(screen.getByText('Not sent. This link was closed.')).toBeVisible()
  expect(screen.getByText('View only')).toBeVisible()

  // Reading a new comment changes the cached project.
  await userEvent.click(await pin(1))
  const thread = within(await screen.findByRole('dialog', { name: /^Comment 1 by/ }))
  expect(thread.queryByRole('button', { name: 'Resolve' })).not.toBeInTheDocument()
  expect(screen.getByText('This link was closed.')).toBeVisible()
  expect(screen.getByText('View only')).toBeVisible()
})

test('a comment that a closed link refuses is kept, and the page learns from the refusal that it is closed', async () => {
  const project = projectWithComments([])
  openPage(project)
  clickDesign(await design(), 250, 200)
  await userEvent.type(await screen.findByLabelText('Your name'), 'Ana')
  await userEvent.type(screen.getByLabelText('Your comment'), 'Half a thought')
  server.use(http.get(`/projects/${project._id}`, refuse), http.post('/comment/add/:id', refuse))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const composer = within(screen.getByRole('dialog', { name: 'New comment' }))
  expect(await composer.findByText('This link was closed. Your text is kept.')).toBeVisible()
  expect(screen.getByLabelText('Your comment')).toHaveValue('Half a thought')
  expect(screen.queryByText(/Project not found/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('an owner whose project was deleted elsewhere reads that, and keeps the text', async () => {
  givenSession()
  const project = givenProject({ isOwner: true })
  openPage(project)
  clickDesign(await design(), 250, 200)
  await userEvent.type(await screen.findByLabelText('Your comment'), 'Half a thought')
  server.use(http.get(`/projects/${project._id}`, refuse), http.post('/comment/add/:id', refuse))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const composer = within(screen.getByRole('dialog', { name: 'New comment' }))
  expect(await composer.findByText('This project was deleted. Your text is kept.')).toBeVisible()
  expect(screen.getByText('This project was deleted.')).toBeVisible()
})

test('a member who was removed reads that, and the page stays as for everyone with the link', async () => {
  givenSession()
  const project = givenProject()
  const member = { ...project, isMember: true, can: { ...project.can, rename: true, delete: true } }
  const send = givenEvents()
  openPage(member)
  expect(await screen.findByRole('button', { name: 'Rename project' })).toBeVisible()

  server.use(http.get(`/projects/${project._id}`, () => HttpResponse.json(project)))
  await send({ type: 'project.closed' })

  expect(await screen.findByText('You are no longer a member of this project.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Rename project' })).not.toBeInTheDocument()
  expect(await design()).toBeVisible()
})

test.each([
  ['was removed', {}, 'You are no longer a member of this project.'],
  ['has a project that was deleted', { endedAt: '2026-03-01T10:00:00.000Z' }, 'This project was deleted.'],
])('a member who %s reads that while the link is closed, and keeps the text', async (_what, more, words) => {
  givenSession()
  const project = { ...givenProject({ isOwner: true }), isOwner: false, isMember: true }
  openPage(project)
  clickDesign(await design(), 250, 200)
  await userEvent.type(await screen.findByLabelText('Your comment'), 'Half a thought')
  const refuseMember = () => HttpResponse.json({ ...notFound, ...more }, { status: 404 })
  server.use(http.get(`/projects/${project._id}`, refuseMember), http.post('/comment/add/:id', refuseMember))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const composer = within(screen.getByRole('dialog', { name: 'New comment' }))
  expect(await composer.findByText(`${words} Your text is kept.`)).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
})

test('who may restore a deleted project reads at its address that it was deleted', async () => {
  givenSession()
  const { _id } = givenProject()
  const deleted = { ...notFound, endedAt: '2026-03-01T10:00:00.000Z' }
  server.use(http.get(`/projects/${_id}`, () => HttpResponse.json(deleted, { status: 404 })))
  renderPage(`/project/${_id}`)
  expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeVisible()
  expect(screen.getByText('This project was deleted.')).toBeVisible()
})

test('an answer that was asked for before the project changed does not bring its old name back', async () => {
  const project = { ...givenProject(), name: 'Old name' }
  const { comments: _, commentsNext: __, ...state } = { ...project, name: 'New name' }
  const gate = givenGate()
  const send = givenEvents()
  openPage(project)
  await design()
  let asked = 0
  server.use(
    http.get(`/projects/${project._id}`, async () => {
      asked += 1
      if (asked > 1) return HttpResponse.json({ ...project, name: 'New name' })
      await gate.opened
      return HttpResponse.json(project)
    }),
  )
  await send({ type: 'reload' })
  await waitFor(() => expect(asked).toBe(1))
  await send({ type: 'project.changed', project: state })
  expect(await screen.findByRole('heading', { name: 'New name' })).toBeVisible()
  gate.open()
  await waitFor(() => expect(asked).toBe(2))
  await delay(100)
  expect(screen.getByRole('heading', { name: 'New name' })).toBeVisible()
})

test('while the network is gone, the page says that drafts are kept', async () => {
  openPage(givenProject())
  await design()
  act(() => {
    window.dispatchEvent(new Event('offline'))
  })
  expect(await screen.findByText('You are offline. Drafts are kept.')).toBeVisible()
  // The query library stores the online state for all tests.
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(screen.queryByText('You are offline. Drafts are kept.')).not.toBeInTheDocument()
})

test('Esc returns the focus to the design', async () => {
  const user = userEvent.setup()
  openPage(givenProject())
  await design()
  await user.keyboard('c{Enter}')
  await screen.findByRole('dialog', { name: 'New comment' })
  await user.keyboard('{Escape}')
  expect(screen.getByRole('group', { name: /^Design/ })).toHaveFocus()
})

test('Esc cancels a drag: nothing is drawn, moved or opened', async () => {
  openPage(givenProject())
  const image = await design()
  const at = (x: number, y: number) => ({
    clientX: 131 + x,
    clientY: 236 + y,
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
  })
  fireEvent.pointerDown(image, { ...at(100, 100), button: 0, shiftKey: true })
  fireEvent.pointerMove(image, at(200, 180))
  await userEvent.keyboard('{Escape}')
  fireEvent.pointerUp(image, at(200, 180))
  fireEvent.click(image, { ...at(200, 180), detail: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['a click', (image: HTMLElement) => clickDesign(image, 790, 590)],
  [
    'the keys',
    () => {
      const crosshair = screen.getByRole('button', { name: /^New place of the pin/ })
      for (let press = 1; press <= 50; press += 1) fireEvent.keyDown(crosshair, { key: 'ArrowRight' })
      for (let press = 1; press <= 50; press += 1) fireEvent.keyDown(crosshair, { key: 'ArrowDown' })
      fireEvent.click(crosshair)
    },
  ],
])(
  'a region that is moved to the corner by %s stays completely on the design',
  async (_how, moveToCorner) => {
    const project = givenProject()
    const version = project.designs[0]?.versions[0]?._id ?? ''
    const can = { edit: true, delete: true, resolve: true }
    const spot = { kind: 'region' as const, x: 100, y: 100, w: 300, h: 200 }
    const comment = givenComment({ version, mine: true, can, ...spot })
    const changes: unknown[] = []
    server.use(
      http.patch('/projects/:id/comments/:comment', async ({ request }) => {
        changes.push(await request.json())
        return HttpResponse.json({ ...comment, x: 500, y: 400 })
      }),
    )
    openPage({ ...project, comments: [comment], stats: { open: 1, total: 1 } })
    await userEvent.click(await pin(1))
    await screen.findByRole('dialog')
    await userEvent.keyboard('m')
    await screen.findByRole('button', { name: /^New place of the pin/ })
    moveToCorner(await design())
    await waitFor(() => expect(changes).toEqual([{ x: 500, y: 400, w: 300, h: 200 }]))
  },
)

test('an arriving comment is on the design at once and pulses, without a change of view or focus', async () => {
  const project = projectWithComments([{ x: 100, y: 100 }])
  const send = givenEvents()
  openPage(project)
  const first = await pin(1)
  first.focus()
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const comment = givenComment({ number: 2, x: 300, y: 300, version, text: 'From elsewhere' })
  await send({ type: 'comment.added', comment })
  expect(await screen.findByText('From elsewhere')).toBeVisible()
  expect(await pin(2)).toHaveAttribute('data-pulse')
  expect(first).toHaveFocus()
})

test('a design whose picture fails to load shows an error, and can be retried', async () => {
  openPage(projectWithComments([{ x: 100, y: 100 }]))
  fireEvent.error(await design())
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load the design.')
  expect(await pin(1)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await design()).toBeVisible()
})
