import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenInstance, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

test('the login page leads to a request for a link, whose answer is the same for every address', async () => {
  givenInstance({ mail: true })
  let asked: unknown
  server.use(
    http.post('/users/forgotten-password', async ({ request }) => {
      asked = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const app = renderApp('/login')
  await app.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  await app.type(screen.getByLabelText('Email'), 'mara@studio.test')
  await app.click(screen.getByRole('button', { name: 'Send link' }))
  expect(
    await screen.findByText('Sent, if there is an account. The link works for 30 minutes.'),
  ).toBeInTheDocument()
  expect(asked).toEqual({ email: 'mara@studio.test' })
})

test('without mail, the page says who can help', async () => {
  givenInstance({ mail: false })
  renderApp('/forgot')
  expect(await screen.findByText('Ask the person who runs this server to set a new one.')).toBeInTheDocument()
  expect(screen.getByText('reset-password')).toBeInTheDocument()
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
})

test('a mail link sets a new password, and leads to the login', async () => {
  let sent: unknown
  server.use(
    http.put('/users/forgotten-password', async ({ request }) => {
      sent = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const app = renderApp('/reset#abc.def')
  await app.type(await screen.findByLabelText('New password'), 'short')
  await app.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a password of at least 8 characters.')
  expect(screen.getByLabelText('New password')).toHaveFocus()
  await app.type(screen.getByLabelText('New password'), ' but long enough')
  await app.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument()
  expect(sent).toEqual({ token: 'abc.def', newPassword: 'short but long enough' })
})

test('an expired link leads to a new one', async () => {
  server.use(
    http.put('/users/forgotten-password', () =>
      refusal(403, 'reset_link_over', 'This link is used or too old.'),
    ),
  )
  const app = renderApp('/reset#abc.def')
  await app.type(await screen.findByLabelText('New password'), 'a quiet light table')
  await app.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByRole('link', { name: 'Send a new one' })).toBeInTheDocument()
})

test('the skip link moves the focus, and keeps the token in the address', async () => {
  const app = renderApp('/reset#abc.def')
  await screen.findByLabelText('New password')
  await app.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(location.hash).toBe('#abc.def')
})
