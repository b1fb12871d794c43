import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenSession, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

function givenAccount() {
  const session = givenSession()
  server.use(
    http.get('/users/me', () =>
      HttpResponse.json({ ...session.user, usage: { projects: 0, imageBytes: 0 } }),
    ),
  )
  return session
}

test('the name is changed, here and on the server', async () => {
  const { user } = givenAccount()
  server.use(
    http.patch('/users/me', async ({ request }) => {
      expect(await request.json()).toEqual({ name: 'Mara H.' })
      return HttpResponse.json({ ...user, name: 'Mara H.' })
    }),
  )
  const app = renderApp('/account')
  const field = await screen.findByLabelText('Name')
  await app.clear(field)
  await app.type(field, '  Mara H. ')
  await app.click(screen.getByRole('button', { name: 'Change name' }))

  expect(await screen.findByText('Name changed')).toBeInTheDocument()
  expect(field).toHaveValue('Mara H.')
  expect(localStorage.getItem('pinmark.user')).toContain('Mara H.')
})

test('a blank name is not sent', async () => {
  givenAccount()
  const app = renderApp('/account')
  await app.clear(await screen.findByLabelText('Name'))
  await app.click(screen.getByRole('button', { name: 'Change name' }))
  expect(await screen.findByText('Enter your name.')).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toBeInvalid()
})

test('a new password needs the old one, and goes on with a new token', async () => {
  const { user } = givenAccount()
  let isRight = false
  server.use(
    http.put('/users/password', () =>
      isRight
        ? HttpResponse.json({ token: 'fresh', user })
        : refusal(403, 'wrong_current_password', 'That is not your current password.'),
    ),
  )
  const app = renderApp('/account')
  await app.type(await screen.findByLabelText('Current password'), 'old')
  await app.type(screen.getByLabelText('New password'), 'short')
  await app.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Choose a password of at least 8 characters.')).toBeInTheDocument()

  await app.type(screen.getByLabelText('New password'), ' but long enough')
  await app.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('That is not your current password.')

  isRight = true
  await app.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(localStorage.getItem('pinmark.token')).toBe('fresh'))
  expect(screen.getByLabelText('Current password')).toHaveValue('')
})
