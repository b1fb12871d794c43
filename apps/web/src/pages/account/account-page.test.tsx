import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { outsideOfDialog } from '../../../test/dialog'
import { givenGate } from '../../../test/gate'
import { givenInstance, givenSession, givenSummary, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

function givenAccount(projects = 0) {
  const session = givenSession()
  givenInstance()
  server.use(
    http.get('/users/me', () => HttpResponse.json({ ...session.user, usage: { projects, imageBytes: 0 } })),
    http.get('/users/me/tokens', () => HttpResponse.json([])),
    http.get('/users/me/webhooks', () => HttpResponse.json([])),
    http.get('/users/me/notices', () => HttpResponse.json({ mode: 'digest', projects: [] })),
    http.get('/projects', () => HttpResponse.json([])),
  )
  return session
}

test('the name changes on the page and on the server', async () => {
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

test('a name that was changed in another tab is shown, unless another one was typed here', async () => {
  const { user } = givenAccount()
  const changeElsewhere = (name: string) =>
    act(() => {
      localStorage.setItem('pinmark.user', JSON.stringify({ ...user, name }))
      window.dispatchEvent(new StorageEvent('storage', { key: 'pinmark.user' }))
    })
  const app = renderApp('/account')
  const field = await screen.findByLabelText('Name')
  changeElsewhere('Mara Vinter')
  expect(field).toHaveValue('Mara Vinter')
  await app.type(field, '-Hald')
  changeElsewhere('Mara H.')
  expect(field).toHaveValue('Mara Vinter-Hald')
})

test('the mail settings of the account and of a project are saved at once', async () => {
  givenAccount()
  givenInstance({ mail: true })
  const _id = '7Qm2xVd0kT4rYb9ZsLw8aE'
  const sent: unknown[] = []
  const notices = (mode: string, own: string | null) =>
    HttpResponse.json({ mode, projects: [{ _id, name: 'Norra Nights site', mode: own }] })
  server.use(
    http.get('/users/me/notices', () => notices('digest', null)),
    http.patch('/users/me/notices', async ({ request }) => {
      sent.push(await request.json())
      return notices('off', sent.length > 1 ? 'now' : null)
    }),
  )
  const app = renderApp('/account')
  const choice = await screen.findByLabelText('Norra Nights site')
  expect(choice).toHaveDisplayValue('As above (digest)')
  await app.click(screen.getByRole('radio', { name: 'Off' }))
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'Off' })).toHaveAttribute('aria-checked', 'true'),
  )
  await app.selectOptions(choice, 'At once')
  await waitFor(() => expect(choice).toHaveDisplayValue('At once'))
  expect(sent).toEqual([{ mode: 'off' }, { mode: 'now', project: _id }])
})

test('mail settings are sent one after the other, and an answer reverts no later choice', async () => {
  givenAccount()
  givenInstance({ mail: true })
  const _id = '7Qm2xVd0kT4rYb9ZsLw8aE'
  const sent: unknown[] = []
  const first = givenGate()
  const notices = (mode: string, own: string | null) =>
    HttpResponse.json({ mode, projects: [{ _id, name: 'Norra Nights site', mode: own }] })
  const second = givenGate()
  server.use(
    http.get('/users/me/notices', () => notices('digest', null)),
    http.patch('/users/me/notices', async ({ request }) => {
      sent.push(await request.json())
      await (sent.length === 1 ? first : second).opened
      return notices('off', sent.length > 1 ? 'now' : null)
    }),
  )
  const app = renderApp('/account')
  const choice = await screen.findByLabelText('Norra Nights site')
  await app.click(screen.getByRole('radio', { name: 'Off' }))
  await app.selectOptions(choice, 'At once')
  expect(choice).toHaveDisplayValue('At once')
  expect(sent).toEqual([{ mode: 'off' }])
  first.open()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(choice).toHaveDisplayValue('At once')
  second.open()
  await waitFor(() => expect(screen.getByText('Saved')).toBeInTheDocument())
  expect(choice).toHaveDisplayValue('At once')
})

test('a blank name is not sent', async () => {
  givenAccount()
  const app = renderApp('/account')
  await app.clear(await screen.findByLabelText('Name'))
  await app.click(screen.getByRole('button', { name: 'Change name' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter your name.')
  expect(screen.getByLabelText('Name')).toBeInvalid()
  expect(screen.getByLabelText('Name')).toHaveFocus()
})

test('a new password requires the old one, and the page continues with a new token', async () => {
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
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a password of at least 8 characters.')
  expect(screen.getByLabelText('New password')).toHaveFocus()

  await app.type(screen.getByLabelText('New password'), ' but long enough')
  await app.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() =>
    expect(screen.queryByRole('alert')).toHaveTextContent('That is not your current password.'),
  )

  isRight = true
  await app.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(localStorage.getItem('pinmark.token')).toBe('fresh'))
  expect(screen.getByLabelText('Current password')).toHaveValue('')
})

test('a password is not changed without the present one', async () => {
  givenAccount()
  const app = renderApp('/account')
  await app.type(await screen.findByLabelText('New password'), 'a quiet light table')
  await app.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a password.')
  expect(screen.getByLabelText('Current password')).toBeInvalid()
  expect(screen.getByLabelText('Current password')).toHaveFocus()
})

test('logging out everywhere leads to the login page, but not without an answer of the server', async () => {
  givenAccount()
  let isThere = false
  const sent: unknown[] = []
  server.use(
    http.post('/users/logout-everywhere', async ({ request }) => {
      sent.push(await request.json())
      return isThere ? new HttpResponse(null, { status: 204 }) : HttpResponse.error()
    }),
  )
  const app = renderApp('/account')
  await app.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nobody was logged out. Try again.')
  expect(localStorage.getItem('pinmark.token')).not.toBeNull()

  isThere = true
  const choices = screen.getAllByLabelText('Also revoke API tokens and remove webhooks')
  for (const choice of choices) expect(choice).toBeChecked()
  await app.click(choices.at(-1) ?? document.body)
  await app.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument()
  expect(localStorage.getItem('pinmark.token')).toBeNull()
  expect(screen.getByText('You are logged out everywhere.')).toBeInTheDocument()
  expect(sent).toEqual([{ keepTokensAndWebhooks: false }, { keepTokensAndWebhooks: true }])
})

/** Records the files that the page saves. */
function watchSaves() {
  const saved: { name: string; content: Blob }[] = []
  let content: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) content = blob
    return 'blob:pinmark/data'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (content) saved.push({ name: this.download, content })
  })
  return saved
}

test('the data is fetched with the token in the header and saved under the server’s file name', async () => {
  const session = givenAccount()
  const saved = watchSaves()
  server.use(
    http.get('/users/export', ({ request }) => {
      expect(request.headers.get('Authorization')).toBe(`Bearer ${session.token}`)
      expect(request.url).not.toContain(session.token)
      return new HttpResponse(new Uint8Array([80, 75, 5, 6]), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename=pinmark-2026-11-21.zip',
        },
      })
    }),
  )
  const app = renderApp('/account')
  await app.click(await screen.findByRole('button', { name: 'Download my data' }))

  expect(await screen.findByText('Your data was downloaded.')).toBeInTheDocument()
  expect(saved).toMatchObject([{ name: 'pinmark-2026-11-21.zip', content: { size: 4 } }])
})

test('a download whose file name cannot be decoded is saved under the plain one', async () => {
  givenAccount()
  const saved = watchSaves()
  const disposition = `attachment; filename="pinmark.zip"; filename*=UTF-8''%E0%A4%A`
  server.use(
    http.get('/users/export', () => {
      return new HttpResponse('data', { headers: { 'Content-Disposition': disposition } })
    }),
  )
  const app = renderApp('/account')
  await app.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText('Your data was downloaded.')).toBeInTheDocument()
  expect(saved).toMatchObject([{ name: 'pinmark.zip' }])
})

test.each([
  ['refused', () => refusal(429, 'too_many_exports', 'Try again in 40 minutes.'), 'Try again in 40 minutes.'],
  ['broken off', () => HttpResponse.error(), 'The download broke off. Nothing was saved. Try again.'],
  [
    'answered with the login page of a proxy',
    () => HttpResponse.html('<h1>Log in</h1>'),
    'The server in front of Pinmark asks for another login. Reload the page to log in there.',
  ],
])('a download that is %s shows an error and saves nothing', async (_how, answer, sentence) => {
  givenAccount()
  const saved = watchSaves()
  server.use(http.get('/users/export', answer))
  const app = renderApp('/account')
  await app.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(saved).toEqual([])
  expect(screen.getByRole('button', { name: 'Download my data' })).toBeEnabled()
})

test('a cancelled download shows no message', async () => {
  givenAccount()
  const saved = watchSaves()
  const answer = givenGate()
  server.use(
    http.get('/users/export', async () => {
      await answer.opened
      return new HttpResponse(null)
    }),
  )
  const app = renderApp('/account')
  await app.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText('Preparing. Keep this page open.')).toBeInTheDocument()
  await app.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Download my data' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(saved).toEqual([])
  answer.open()
})

async function openDeletion(projects = 0) {
  givenAccount(projects)
  const app = renderApp('/account')
  await app.click(await screen.findByRole('button', { name: 'Delete account' }))
  return { app, dialog: within(await screen.findByRole('dialog', { name: 'Delete Account' })) }
}

test('the deletion dialog says what is deleted, requires the password, and leads to the login page', async () => {
  const { app, dialog } = await openDeletion(3)
  const sent: unknown[] = []
  server.use(
    http.post('/users/deletion', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? refusal(403, 'wrong_current_password', 'That is not your current password.')
        : new HttpResponse(null, { status: 204 })
    }),
  )
  expect(await dialog.findByText(/^Your 3 projects go, /)).toBeInTheDocument()
  expect(dialog.getByText(/stay there, under the name “Former user”/)).toBeInTheDocument()
  expect(dialog.getByText(/cannot be undone/)).toBeInTheDocument()
  const field = dialog.getByLabelText('Your password')
  // The dialog focuses it after it has opened.
  await waitFor(() => expect(field).toHaveFocus())
  await app.type(field, 'wrong{Enter}')
  expect(await dialog.findByRole('alert')).toHaveTextContent('That is not your current password.')
  expect(field).toHaveValue('wrong')
  expect(field).toHaveFocus()

  await app.clear(field)
  await app.type(field, 'right')
  await app.click(dialog.getByRole('button', { name: 'Delete my account' }))

  expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument()
  expect(sent).toEqual([{ password: 'wrong' }, { password: 'right' }])
  expect(localStorage.getItem('pinmark.token')).toBeNull()
  expect(screen.getByText('Your account is deleted.')).toBeInTheDocument()
})

test('nothing is deleted without a password or by Cancel, which clears the input', async () => {
  const { app, dialog } = await openDeletion()
  await app.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(dialog.getByText('Enter a password.')).toBeInTheDocument()
  expect(dialog.getByLabelText('Your password')).toHaveFocus()
  await app.type(dialog.getByLabelText('Your password'), 'half')
  await app.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  const opener = screen.getByRole('button', { name: 'Delete account' })
  expect(opener).toHaveFocus()
  await app.click(opener)
  expect(await screen.findByLabelText('Your password')).toHaveValue('')
})

const token = {
  ...{
    _id: 'AAAAAAAAAAAAAAAAAAAAAA',
    name: 'Weekly report',
    scope: 'read',
    projects: null,
    lastFour: '81Qa',
  },
  ...{ createdAt: '2026-11-14T09:10:00.000Z', endsAt: null, lastUsedAt: null },
} as const

/** Serves the tokens of the account. */
function givenTokens(tokens: object[]): void {
  server.use(http.get('/users/me/tokens', () => HttpResponse.json(tokens)))
}

test('a token is created, shown once until Done, and then listed', async () => {
  givenAccount()
  const tokens: object[] = []
  givenTokens(tokens)
  const sent: unknown[] = []
  server.use(
    http.post('/users/me/tokens', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1)
        return refusal(403, 'wrong_current_password', 'That is not your current password.')
      tokens.push({ ...token, scope: 'comment' })
      return HttpResponse.json({ ...token, scope: 'comment', token: 'pinmark_secret81Qa' }, { status: 201 })
    }),
  )
  const app = renderApp('/account/developers')
  expect(await screen.findByText('No tokens yet.')).toBeInTheDocument()
  await app.click(screen.getByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }))
  await app.click(dialog.getByRole('button', { name: 'Make token' }))
  expect(dialog.getByText('Name is required.')).toBeInTheDocument()
  await app.type(dialog.getByLabelText('Name'), 'Weekly report')
  expect(dialog.queryByLabelText('Your password')).not.toBeInTheDocument()
  await app.click(dialog.getByRole('radio', { name: /^Comment/ }))
  await app.click(dialog.getByRole('button', { name: 'Make token' }))
  const password = dialog.getByLabelText('Your password')
  expect(password).toHaveAccessibleDescription('Enter a password.')
  expect(password).toHaveFocus()
  await app.type(password, 'guess')
  await app.click(dialog.getByRole('button', { name: 'Make token' }))
  await waitFor(() => expect(password).toHaveAccessibleDescription('That is not your current password.'))
  expect(password).toHaveFocus()
  await app.clear(password)
  await app.type(password, 'right')
  await app.click(dialog.getByRole('button', { name: 'Make token' }))

  const shown = await screen.findByRole('dialog', { name: 'Weekly report' })
  expect(within(shown).getByLabelText('Token')).toHaveValue('pinmark_secret81Qa')
  await app.keyboard('{Escape}')
  expect(within(shown).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  expect(shown).toBeInTheDocument()
  await app.click(within(shown).getByRole('button', { name: 'Done' }))

  const row = await screen.findByRole('row', { name: /Weekly report.*Comment.*Never/ })
  expect(row).toHaveTextContent('pinmark_…81Qa')
  await waitFor(() => expect(document.body.innerHTML).not.toContain('pinmark_secret'))
  const asked = { name: 'Weekly report', scope: 'comment', projects: null, endsAt: null }
  expect(sent).toEqual([
    { ...asked, password: 'guess' },
    { ...asked, password: 'right' },
  ])
})

test('a token is bound to the chosen projects, and the list says to how many', async () => {
  givenAccount()
  const tokens: object[] = []
  givenTokens(tokens)
  const [one, other] = [givenSummary({ name: 'Shop' }), givenSummary({ name: 'Blog' })]
  const sent: unknown[] = []
  server.use(
    http.get('/projects', () => HttpResponse.json([one, other])),
    http.post('/users/me/tokens', async ({ request }) => {
      sent.push(await request.json())
      const made = { ...token, projects: [other._id] }
      tokens.push(made)
      return HttpResponse.json({ ...made, token: 'pinmark_secret81Qa' }, { status: 201 })
    }),
  )
  const app = renderApp('/account/developers')
  await app.click(await screen.findByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }))
  await app.type(dialog.getByLabelText('Name'), 'Weekly report')
  const projects = within(await dialog.findByRole('group', { name: 'Projects' }))
  await app.click(projects.getByRole('checkbox', { name: 'Shop' }))
  await app.click(projects.getByRole('checkbox', { name: 'Blog' }))
  await app.click(projects.getByRole('checkbox', { name: 'Shop' }))
  await app.click(dialog.getByRole('button', { name: 'Make token' }))
  await app.click(await screen.findByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('row', { name: /Weekly report.*1 project only/ })).toBeInTheDocument()
  expect(sent).toEqual([{ name: 'Weekly report', scope: 'read', projects: [other._id], endsAt: null }])
})

test.each([
  { page: '/account/developers', opener: 'New token', field: 'Name', text: 'Weekly report' },
  { page: '/account/developers', opener: 'Add webhook', field: 'Address', text: 'https://hooks.studio.test' },
  { page: '/account', opener: 'Delete account', field: 'Your password', text: 'tiger-teapot' },
])(
  'a press outside $opener closes it only before something is typed',
  async ({ page, opener, field, text }) => {
    givenAccount()
    givenTokens([])
    const app = renderApp(page)
    await app.click(await screen.findByRole('button', { name: opener }))
    await screen.findByRole('dialog')
    await app.click(outsideOfDialog())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    await app.click(screen.getByRole('button', { name: opener }))
    const dialog = within(await screen.findByRole('dialog'))
    await app.type(dialog.getByLabelText(field), text)
    await app.click(outsideOfDialog())
    expect(dialog.getByLabelText(field)).toHaveValue(text)
  },
)

test('a token is revoked after a confirmation, and stays if that fails', async () => {
  givenAccount()
  const tokens: object[] = [token]
  givenTokens(tokens)
  let isThere = false
  server.use(
    http.delete(`/users/me/tokens/${token._id}`, () => {
      if (!isThere) return HttpResponse.error()
      tokens.pop()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const app = renderApp('/account/developers')
  await app.click(await screen.findByRole('button', { name: 'Revoke Weekly report' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke this token?' }))
  expect(question.getByText('Scripts with “Weekly report” stop at once.')).toBeInTheDocument()
  await app.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await question.findByRole('alert')).toHaveTextContent('Could not revoke the token.')
  isThere = true
  await app.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Token revoked. It stopped at once.')).toBeInTheDocument()
  expect(await screen.findByText('No tokens yet.')).toBeInTheDocument()
})

test('the address of a webhook with a user name and password is refused with the reason', async () => {
  givenAccount()
  const app = renderApp('/account/developers')
  await app.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  const address = dialog.getByLabelText('Address')
  await app.type(address, 'https://mara:secret@hooks.studio.test')
  await app.click(dialog.getByRole('button', { name: 'Add' }))
  expect(address).toHaveAccessibleDescription('Enter the web address without a user name and password.')
  expect(address).toHaveFocus()
})

test('a webhook without events is not saved: the reason is announced, and the focus is on the choices', async () => {
  givenAccount()
  const app = renderApp('/account/developers')
  await app.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await app.type(dialog.getByLabelText('Address'), 'https://hooks.studio.test')
  const events = dialog.getAllByRole('checkbox')
  for (const event of events) await app.click(event)
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose at least one.')
  await app.click(dialog.getByRole('button', { name: 'Add' }))
  expect(events[0]).toHaveFocus()
  expect(dialog.getByRole('group', { name: 'Tell about' })).toHaveAccessibleDescription(
    'Choose at least one.',
  )
})

test('Undo of a removed webhook leaves the focus on the button that adds one', async () => {
  givenAccount()
  const webhook = {
    ...{ _id: 'A'.repeat(22), url: 'https://hooks.studio.test', format: 'generic', project: null },
    ...{ events: ['comment'], createdAt: '2026-11-14T10:00:00.000Z', pausedAt: null, deliveries: [] },
  }
  const webhooks = [webhook]
  server.use(
    http.get('/users/me/webhooks', () => HttpResponse.json(webhooks)),
    http.delete('/users/me/webhooks/:id', () => {
      webhooks.length = 0
      return new HttpResponse(null, { status: 204 })
    }),
    http.patch('/users/me/webhooks/:id', () => {
      webhooks.push(webhook)
      return HttpResponse.json(webhook)
    }),
  )
  const app = renderApp('/account/developers')
  await app.click(await screen.findByRole('button', { name: 'Remove' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await waitFor(() => expect(undo).toHaveFocus())
  await app.keyboard('{Enter}')
  expect(await screen.findByText(webhook.url)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add webhook' })).toHaveFocus()
})
