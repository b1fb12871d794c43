import { screen } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenInstance, givenProjects, givenSession, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const user = { _id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Mara', email: 'mara@studio.test' }

async function logIn(app: ReturnType<typeof renderApp>) {
  await app.type(await screen.findByLabelText('Email'), 'mara@studio.test')
  await app.type(screen.getByLabelText('Password'), 'wrong one')
  await app.click(screen.getByRole('button', { name: 'Login' }))
}

test('a refused login shows the sentence of the server and keeps the input', async () => {
  server.use(http.post('/users/login', () => refusal(401, 'wrong_login', 'Invalid email or password.')))
  const app = renderApp('/login')
  await logIn(app)

  expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid email or password\.$/)
  expect(screen.getByLabelText('Email')).toHaveValue('mara@studio.test')
  expect(screen.getByLabelText('Password')).toHaveValue('wrong one')
})

test.each([
  ['nothing answers', () => HttpResponse.error()],
  ['a proxy answers', () => new HttpResponse('<html>Bad gateway</html>', { status: 500 })],
  ['the answer is none of ours', () => HttpResponse.json({ hello: 1 })],
])('a login shows Login failed when %s', async (_when, answer) => {
  server.use(http.post('/users/login', answer))
  const app = renderApp('/login')
  await logIn(app)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Login failed$/)
})

test('a login is sent once for repeated presses, and without validation', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/users/login', async ({ request }) => {
      bodies.push(await request.json())
      await delay(50)
      return refusal(401, 'wrong_login', 'Invalid email or password.')
    }),
  )
  const app = renderApp('/login')
  await app.dblClick(await screen.findByRole('button', { name: 'Login' }))
  await screen.findByRole('alert')
  expect(bodies).toEqual([{ email: '', password: '' }])
  expect(screen.getByRole('button', { name: 'Login' })).toHaveFocus()
})

test('a button shows the password', async () => {
  const app = renderApp('/login')
  expect(await screen.findByLabelText('Password')).toHaveAttribute('type', 'password')
  await app.click(screen.getByRole('button', { name: 'Show what is typed' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await app.click(screen.getByRole('button', { name: 'Hide what is typed' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

test('?next= is opened after the login, but never on another site', async () => {
  givenProjects([])
  givenInstance()
  server.use(
    http.post('/users/login', () => HttpResponse.json({ token: 't', user })),
    http.get('/users/me', () => HttpResponse.json({ ...user, usage: { projects: 0, imageBytes: 0 } })),
  )
  const app = renderApp('/login?next=/plans')
  await logIn(app)
  expect(await screen.findByRole('heading', { name: 'You already have everything' })).toBeInTheDocument()
})

test('a visitor who is logged in is redirected, and never to another site', async () => {
  givenSession()
  givenProjects([])
  renderApp('/login?next=//evil.test/')
  expect(await screen.findByRole('heading', { name: 'My Projects' })).toBeInTheDocument()
  expect(window.location.href).not.toContain('evil')
})
