import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenInstance, givenProjects, givenSession, givenSummary, refusal } from '../../test/given'
import { renderApp } from '../../test/render-app'
import { server } from '../../test/server'

const path = () => window.location.pathname

test('without a session the dashboard redirects to /login, which returns to it', async () => {
  givenProjects([givenSummary({ name: 'Norra Nights' })])
  server.use(
    http.post('/users/login', () =>
      HttpResponse.json({
        token: 't1',
        user: { _id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Mara', email: 'mara@studio.test' },
      }),
    ),
  )
  const user = renderApp('/?sort=name')
  await user.type(await screen.findByLabelText('Email'), 'mara@studio.test')
  expect(path()).toBe('/login')

  await user.type(screen.getByLabelText('Password'), 'a quiet light table')
  await user.click(screen.getByRole('button', { name: 'Login' }))

  expect(await screen.findByRole('link', { name: 'Norra Nights' })).toBeInTheDocument()
  expect(path() + window.location.search).toBe('/?sort=name')
})

test('an expired session redirects to /login with one notice', async () => {
  givenSession()
  const ended = () =>
    refusal(401, 'session_ended', 'Your session has ended. Log in again.', { 'X-Session-Ended': '1' })
  server.use(
    ...['/users/me', '/users/me/notices', '/users/me/webhooks', '/users/me/tokens', '/projects'].map((path) =>
      http.get(path, ended),
    ),
  )
  givenInstance()
  renderApp('/account')

  // The note appears once, although every request of the page was refused.
  const note = 'Your session has ended. Log in again.'
  expect(await within(screen.getByRole('main')).findByText(note)).toBeInTheDocument()
  expect(path()).toBe('/login')
  expect(localStorage.getItem('pinmark.token')).toBeNull()
})

test('a logout removes the token at once, informs the server, and sets no return path', async () => {
  const { token } = givenSession()
  givenProjects([])
  const told: (string | null)[] = []
  server.use(
    http.post('/users/logout', ({ request }) => {
      told.push(request.headers.get('Authorization'))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const user = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Logout' }))

  expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument()
  expect(localStorage.getItem('pinmark.token')).toBeNull()
  await waitFor(() => expect(told).toEqual([`Bearer ${token}`]))
  expect(window.history.state).not.toMatchObject({ usr: { from: expect.anything() } })
})

test('a logout takes the notes of the account along, whose Undo the next person could not use', async () => {
  const project = givenSummary({ name: 'Norra Nights' })
  givenSession()
  givenProjects([project])
  server.use(
    http.delete(`/projects/${project._id}`, () =>
      HttpResponse.json({ _id: project._id, deletedAt: '2026-11-14T10:42:00.000Z' }),
    ),
    http.post('/users/logout', () => new HttpResponse(null, { status: 204 })),
  )
  const user = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Actions for Norra Nights' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Logout' }))

  expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a logout in another tab takes effect at once', async () => {
  givenSession()
  givenProjects([])
  renderApp('/')
  expect(await screen.findByText("You don't have any projects yet.")).toBeInTheDocument()

  localStorage.removeItem('pinmark.token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'pinmark.token' }))

  expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument()
})

test('an unknown address has its own page', async () => {
  renderApp('/nowhere/at-all')
  expect(await screen.findByRole('heading', { name: 'Nothing is pinned here' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to start' })).toHaveAttribute('href', '/')
  expect(document.title).toBe('Nothing is pinned here · Pinmark')
})

test('a change of page sets the title and moves the focus to its first field', async () => {
  const user = renderApp('/login')
  await screen.findByRole('heading', { name: 'Login' })

  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Register' }))

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  expect(document.title).toBe('Register · Pinmark')
})

test('on a page without fields, the focus moves to its heading', async () => {
  const { user: account } = givenSession()
  server.use(http.get('/users/me', () => HttpResponse.json(account)))
  const user = renderApp('/nowhere')

  await user.click(await screen.findByRole('link', { name: 'Plans' }))

  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(document.title).toBe('Plans · Pinmark')
})

test('/plans shows the limits of the instance, and after a login the usage of the account', async () => {
  const { user } = givenSession()
  givenInstance({ maxProjects: 1200, maxUploadMb: 40 })
  server.use(
    http.get('/users/me', () =>
      HttpResponse.json({ ...user, usage: { projects: 7, imageBytes: 3_565_158 } }),
    ),
  )
  renderApp('/plans')
  expect(await screen.findByText('1,200 for each account')).toBeInTheDocument()
  expect(screen.getByText('40 MB')).toBeInTheDocument()
  expect(await screen.findByText('You have 7.')).toBeInTheDocument()
  expect(screen.getByText('You use 3.4 MB.')).toBeInTheDocument()
})

test('the key ? opens the list of keys, with a switch for single letters', async () => {
  const user = renderApp('/nowhere')
  await screen.findByRole('heading', { name: 'Nothing is pinned here' })
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard help' })
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())

  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the theme is remembered and applied', async () => {
  const user = renderApp('/nowhere')
  const [choice] = await screen.findAllByRole('combobox', { name: 'Theme' })
  if (!choice) throw new Error('There is no choice of theme.')
  await user.selectOptions(choice, 'Dark')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  expect(localStorage.getItem('pinmark.theme')).toBe('dark')

  await user.selectOptions(choice, 'System')
  expect(document.documentElement).not.toHaveAttribute('data-theme')
})

test('on a shared page an expired session shows a note, and the page continues as for a guest', async () => {
  givenSession()
  server.use(
    http.get('/projects/:id', () =>
      refusal(404, 'project_not_found', 'Project not found', { 'X-Session-Ended': '1' }),
    ),
  )
  const user = renderApp('/project/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeInTheDocument()
  expect(await screen.findByText('Your session has ended. Log in again.')).toBeInTheDocument()

  const [, login] = screen.getAllByText('Login')
  if (!login) throw new Error('The note has no button.')
  await user.click(login)
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument()
  expect(window.history.state).toMatchObject({ usr: { from: '/project/AAAAAAAAAAAAAAAAAAAAAA' } })
})
