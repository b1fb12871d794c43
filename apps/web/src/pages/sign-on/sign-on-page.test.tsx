import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givenProjects, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const user = { _id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Mara', email: 'mara@studio.test', isPasswordless: true }
const button = { name: 'Continue with Studio' }
const keep = (change: object = {}) =>
  sessionStorage.setItem('pinmark.sign-on', JSON.stringify({ attempt: 'kept', from: '/', ...change }))

beforeEach(() => void (document.documentElement.dataset['signOn'] = 'Studio'))
afterEach(() => {
  delete document.documentElement.dataset['signOn']
  delete document.documentElement.dataset['signOnOnly']
  sessionStorage.clear()
})

function givenAnswer(): unknown[] {
  const sent: unknown[] = []
  server.use(
    http.post('/users/sign-on/answer', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ token: 't', user })
    }),
  )
  return sent
}

test('the answer of the issuer is sent once with the attempt of this tab, and leaves the address', async () => {
  givenProjects([])
  keep({ invitation: 'invited' })
  const sent = givenAnswer()
  renderApp('/sign-on?code=a&state=b')
  expect(await screen.findByRole('heading', { name: 'My Projects' })).toBeInTheDocument()
  expect(sent).toEqual([{ attempt: 'kept', answer: '?code=a&state=b', invitation: 'invited' }])
  expect(window.location.href).not.toContain('code')
  expect(sessionStorage.getItem('pinmark.sign-on')).toBeNull()
})

test('the page to return to is never one of another site', async () => {
  givenProjects([])
  keep({ from: '//evil.test/' })
  givenAnswer()
  renderApp('/sign-on?code=a&state=b')
  expect(await screen.findByRole('heading', { name: 'My Projects' })).toBeInTheDocument()
})

test.each([
  [() => refusal(401, 'sign_on_failed', 'Not accepted.'), 'Not accepted.'],
  [() => HttpResponse.error(), 'The login did not end. Try again.'],
])('a login that fails leads back to /login with the reason', async (answer, text) => {
  keep()
  server.use(http.post('/users/sign-on/answer', answer))
  renderApp('/sign-on?code=a&state=b')
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('button', button)).toBeEnabled()
  expect(window.location.pathname).toBe('/login')
})

test('a login that does not start says why, and can be tried again', async () => {
  server.use(http.post('/users/sign-on', () => refusal(503, 'sign_on_unavailable', 'It does not answer.')))
  const app = renderApp('/login')
  await app.click(await screen.findByRole('button', button))
  expect(await screen.findByRole('alert')).toHaveTextContent('It does not answer.')
  expect(screen.getByRole('button', button)).toHaveFocus()
})

test('without single sign-on, no page mentions it', async () => {
  delete document.documentElement.dataset['signOn']
  renderApp('/login')
  await screen.findByLabelText('Email')
  expect(screen.queryByText(/Continue with/)).not.toBeInTheDocument()
})

test.each(['/login', '/register', '/forgot', '/reset#token'])(
  'with single sign-on alone, %s has no password',
  async (path) => {
    document.documentElement.dataset['signOnOnly'] = ''
    renderApp(path)
    expect(await screen.findByRole('button', button)).toBeInTheDocument()
    expect(screen.queryByLabelText(/Password/)).not.toBeInTheDocument()
  },
)
