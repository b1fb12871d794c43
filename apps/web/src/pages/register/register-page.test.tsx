import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenGate } from '../../../test/gate'
import { givenInstance, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

async function register(app: ReturnType<typeof renderApp>) {
  await app.type(await screen.findByLabelText('Name'), 'Mara Hald')
  await app.type(screen.getByLabelText('Email'), 'mara@studio.test')
  await app.type(screen.getByLabelText('Password'), 'a quiet light table')
  await app.click(screen.getByRole('button', { name: 'Register' }))
}

test('a registration shows its progress, then leads to /login with a message', async () => {
  givenInstance()
  const answer = givenGate()
  server.use(
    http.post('/users/register', async ({ request }) => {
      await answer.opened
      expect(await request.json()).toEqual({
        name: 'Mara Hald',
        email: 'mara@studio.test',
        password: 'a quiet light table',
      })
      const user = { _id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Mara Hald', email: 'mara@studio.test' }
      return HttpResponse.json({ user }, { status: 201 })
    }),
  )
  const app = renderApp('/register')
  await register(app)
  expect(screen.getByRole('button', { name: 'Registering...' })).toBeDisabled()
  answer.open()

  const note = 'Account created. You can log in now.'
  expect(await within(screen.getByRole('main')).findByText(note)).toBeInTheDocument()
  // Screen readers miss it in a region that appears together with it, as one on this page would.
  const regions = screen.getAllByRole('status').filter(({ textContent }) => textContent === note)
  expect(regions).toHaveLength(1)
  expect(screen.getByRole('main')).not.toContainElement(regions[0] ?? null)
  expect(window.location.pathname).toBe('/login')
  expect(screen.getByLabelText('Email')).toHaveValue('mara@studio.test')
  expect(localStorage.getItem('pinmark.token')).toBeNull()
})

test.each([
  ['email_taken', 'Email already registered.', 'Email'],
  ['password_too_common', 'This password is too easy to guess. Choose another.', 'Password'],
])('a registration refused with %s says so at its field, and keeps the input', async (code, text, label) => {
  givenInstance()
  server.use(http.post('/users/register', () => refusal(409, code, text)))
  const app = renderApp('/register')
  await register(app)
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text))
  expect(screen.getByLabelText(label)).toHaveFocus()
  expect(screen.getByLabelText('Name')).toHaveValue('Mara Hald')
})

test('every wrong field is marked before anything is sent, and the first one gets the focus', async () => {
  givenInstance()
  const app = renderApp('/register')
  expect(await screen.findByLabelText('Name')).toHaveFocus()
  await app.type(screen.getByLabelText('Email'), 'ana@ruiz')
  await app.type(screen.getByLabelText('Password'), 'short')
  await app.click(screen.getByRole('button', { name: 'Register' }))
  const described = ['Name', 'Email', 'Password'].map((label) => screen.getByLabelText(label))
  for (const field of described) expect(field).toBeInvalid()
  expect(described[0]).toHaveAccessibleDescription('Enter your name.')
  expect(described[1]).toHaveAccessibleDescription('This e-mail address does not look right.')
  expect(described[0]).toHaveFocus()
})

test('a registration without an answer shows Registration failed', async () => {
  givenInstance()
  server.use(http.post('/users/register', () => HttpResponse.error()))
  const app = renderApp('/register')
  await register(app)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Registration failed$/)
})

test('a registration by invitation sends the token of the link', async () => {
  givenInstance({ registration: 'invited' })
  const sent: unknown[] = []
  server.use(
    http.post('/users/register', async ({ request }) => {
      sent.push(await request.json())
      return refusal(403, 'invitation_over', 'This invitation is over.')
    }),
  )
  const app = renderApp('/register#the-token')
  await register(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is over.')
  expect(sent).toEqual([expect.objectContaining({ email: 'mara@studio.test', invitation: 'the-token' })])
})

test('a registration by invitation without a link shows a message instead of a form', async () => {
  givenInstance({ registration: 'invited' })
  renderApp('/register')
  expect(
    await screen.findByText('Registration is by invitation here. Open the link of yours.'),
  ).toBeInTheDocument()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
})

test('a closed registration shows a message instead of a form', async () => {
  givenInstance({ registration: 'closed' })
  renderApp('/register')
  expect(await screen.findByText('Registration is closed here.')).toBeInTheDocument()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
})
