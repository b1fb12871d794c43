import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenGate } from '../../../test/gate'
import { givenInstance, givenProjects, givenSession, givenSummary, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const png = (name = 'shot.png', size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })

/** The parts of an upload by name. Not `formData()`: newer versions of Node refuse the files of jsdom in
 *  it. */
async function partsOf(request: Request): Promise<Map<string, string>> {
  const boundary = /boundary=(.+)$/.exec(request.headers.get('Content-Type') ?? '')?.[1]
  const parts = (await request.text()).split(`--${boundary}`)
  return new Map(
    parts.flatMap((part) => {
      const [, name, content] = /name="(\w+)"[^]*?\r\n\r\n([^]*)\r\n$/.exec(part) ?? []
      return name !== undefined && content !== undefined ? [[name, content] as const] : []
    }),
  )
}

/** What the server says about the pages of a PDF, with the fonts that each lacks. */
function givenPages(missing: readonly string[][], lacksAnnotations = false) {
  const page = { width: 20, height: 20, lacksAnnotations, picture: null }
  const pages = missing.map((missingFonts) => ({ ...page, missingFonts }))
  server.use(http.post('/pdf-pages', () => HttpResponse.json({ count: 2, pages })))
}

/** The beginning of a PNG. */
const cutPng = () =>
  new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 9])], 'cut.png', {
    type: 'image/png',
  })

async function openDialog() {
  const session = givenSession()
  const active: ReturnType<typeof givenSummary>[] = []
  givenProjects(active)
  givenInstance({ maxUploadMb: 1 })
  givenPages([])
  const user = renderApp('/')
  await user.click(await screen.findByRole('button', { name: '+ Create new' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Project' }))
  await screen.findByText('PNG, JPEG, WebP, GIF, AVIF, SVG or PDF, up to 1 MB')
  return {
    user,
    dialog,
    active,
    session,
    press: () => user.click(dialog.getByRole('button', { name: 'Create' })),
  }
}

test('a name and an image become a project, sent with the token, and the list reloads', async () => {
  const { user, dialog, active, session, press } = await openDialog()
  server.use(
    http.post('/projects', async ({ request }) => {
      const parts = await partsOf(request)
      expect(parts.get('name')).toBe('Portside')
      expect(parts.get('designTitle')).toBe('shot')
      // The bytes of a file cannot be read here. Specs in a real browser check them.
      expect(parts.has('image')).toBe(true)
      expect(request.headers.get('Authorization')).toBe(`Bearer ${session.token}`)
      const project = givenSummary({ name: `Portside${' harbour'.repeat(8)}` })
      active.push(project)
      return HttpResponse.json(project, { status: 201 })
    }),
  )
  await user.type(dialog.getByLabelText('Name'), ' Portside ')
  await user.upload(dialog.getByLabelText('Design image'), png())
  expect(dialog.getByRole('img', { name: 'Preview of shot.png' })).toBeInTheDocument()
  await press()

  expect(await screen.findByRole('link', { name: /^Portside/ })).toBeInTheDocument()
  expect(screen.getByText('Project “Portside harbour harbour harbour harbour…” created')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  // The note leaves with the dashboard.
  server.use(http.get('/projects/:projectId', () => refusal(404, 'project_not_found', 'Project not found')))
  await user.click(screen.getByRole('link', { name: /^Portside/ }))
  expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeInTheDocument()
  expect(screen.queryByText(/^Project “Portside/)).not.toBeInTheDocument()
})

test.each([
  ['nothing is filled in', '', false, 'Name'],
  ['the name is blank', '   ', true, 'Name'],
  ['the image is missing', 'Portside', false, 'Design image'],
])('nothing is sent while %s', async (_when, name, hasImage, focused) => {
  const { user, dialog, press } = await openDialog()
  if (name) await user.type(dialog.getByLabelText('Name'), name)
  if (hasImage) await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  expect(dialog.getByRole('alert')).toHaveTextContent(/^Project name and image are required\.$/)
  expect(dialog.getByLabelText(focused)).toHaveFocus()
  expect(dialog.getByLabelText(focused)).toBeInvalid()
})

test('nothing is sent without a session', async () => {
  const { user, dialog, press } = await openDialog()
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  localStorage.clear()
  await press()
  expect(dialog.getByRole('alert')).toHaveTextContent(
    'You must be logged in to create a project. Try logging in again.',
  )
})

test.each([
  [
    'in plain text',
    () =>
      new HttpResponse('This file is not a supported image.', {
        status: 415,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Error-Code': 'image_not_supported' },
      }),
    'Failed to create project: This file is not a supported image.',
  ],
  ['by no server', () => HttpResponse.error(), 'Failed to create project. Please try again.'],
  [
    'by a proxy',
    () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }),
    'Failed to create project. Please try again.',
  ],
  [
    'with an answer that is none',
    () => HttpResponse.json({ hello: 1 }, { status: 201 }),
    'Failed to create project. Please try again.',
  ],
])('a creation that is refused %s shows it and keeps the input', async (_how, answer, sentence) => {
  const { user, dialog, press } = await openDialog()
  server.use(http.post('/projects', answer))
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent(sentence)
  expect(dialog.getByLabelText('Name')).toHaveValue('Portside')
  expect(dialog.getByText('shot.png')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled()
})

test('after a lost answer, another name renames the project that may exist, and no second one is made', async () => {
  const { user, dialog, active, press } = await openDialog()
  const sent: unknown[] = []
  server.use(
    http.post('/projects', async ({ request }) => {
      sent.push([request.headers.get('Idempotency-Key'), (await partsOf(request)).get('name')])
      if (sent.length === 1) return HttpResponse.error()
      active.push(givenSummary({ name: 'Portside' }))
      return HttpResponse.json(active[0], { status: 201 })
    }),
    http.put('/projects/:projectId', async ({ request, params }) => {
      const [project] = active
      expect(params['projectId']).toBe(project?._id)
      return HttpResponse.json(Object.assign(project ?? {}, await request.json()))
    }),
  )
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  await dialog.findByRole('alert')
  await user.type(dialog.getByLabelText('Name'), ' 2')
  await press()

  expect(await screen.findByRole('link', { name: 'Portside 2' })).toBeInTheDocument()
  expect(sent).toEqual([sent[0], sent[0]])
  expect(sent[0]).toEqual([expect.any(String), 'Portside'])
})

test('after a lost answer and Cancel, the list shows the project that was created', async () => {
  const { user, dialog, active, press } = await openDialog()
  server.use(
    http.post('/projects', () => {
      active.push(givenSummary({ name: 'Portside' }))
      return HttpResponse.error()
    }),
  )
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  await dialog.findByRole('alert')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('link', { name: 'Portside' })).toBeInTheDocument()
})

test('after a refusal, the corrected name is sent', async () => {
  const { user, dialog, press } = await openDialog()
  const names: unknown[] = []
  server.use(
    http.post('/projects', async ({ request }) => {
      names.push((await partsOf(request)).get('name'))
      return new HttpResponse('No.', {
        status: 400,
        headers: { 'Content-Type': 'text/plain', 'X-Error-Code': 'name_has_hidden_characters' },
      })
    }),
  )
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  await dialog.findByRole('alert')
  await user.type(dialog.getByLabelText('Name'), ' 2')
  await press()
  await waitFor(() => expect(names).toEqual(['Portside', 'Portside 2']))
})

test.each(['Cancel', 'Close'])('%s cancels an upload, and the input stays', async (button) => {
  const { user, dialog, press } = await openDialog()
  const answer = givenGate()
  let posts = 0
  server.use(
    http.post('/projects', async () => {
      posts += 1
      await answer.opened
      return HttpResponse.json(givenSummary(), { status: 201 })
    }),
  )
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Create' })).not.toBeInTheDocument())
  await user.keyboard('{Escape}{Enter}')
  await waitFor(() => expect(posts).toBe(1))
  await user.click(dialog.getByRole('button', { name: button }))

  expect(await dialog.findByRole('button', { name: 'Create' })).toBeEnabled()
  expect(dialog.getByLabelText('Name')).toHaveValue('Portside')
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  answer.open()
  expect(posts).toBe(1)
})

test('a file that is too large or empty is refused before the upload, and the server judges any other', async () => {
  const { user, dialog, press } = await openDialog()
  await user.upload(dialog.getByLabelText('Design image'), png('huge.png', 1024 * 1024 + 1))
  expect(dialog.getByRole('alert')).toHaveTextContent('The image is 2 MB. The limit is 1 MB.')
  expect(dialog.queryByText('huge.png')).not.toBeInTheDocument()

  await user.upload(dialog.getByLabelText('Design image'), png('nothing.png', 0))
  expect(dialog.getByRole('alert')).toHaveTextContent('The file is empty.')

  // Browsers know no type of many files.
  const file = new File(['%PDF-1.7'], 'poster.ai')
  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } })
  expect(dialog.getByText('poster.ai')).toBeInTheDocument()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  server.use(http.post('/projects', () => refusal(415, 'image_not_supported', 'Not supported. Use PNG.')))
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Not supported. Use PNG.')
})

test('the picker offers image types only, and a second one offers PDFs', async () => {
  const { user, dialog } = await openDialog()
  expect(dialog.getByLabelText('Design image')).toHaveAttribute('accept', 'image/*')
  const picked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(dialog.getByRole('button', { name: 'Choose a PDF' }))
  const [input] = picked.mock.contexts
  picked.mockRestore()
  if (!(input instanceof HTMLInputElement)) throw new Error('no picker was opened')
  expect(input).toHaveAttribute('accept', 'application/pdf,.ai')
  fireEvent.change(input, {
    target: { files: [new File(['%PDF-1.7'], 'Checkout.pdf', { type: 'application/pdf' })] },
  })
  expect(dialog.getByText('Each page becomes a design.')).toBeInTheDocument()
  expect(dialog.getByLabelText('Name')).toHaveValue('Checkout')
})

test.each(['', 'application/postscript', 'application/illustrator'])(
  'a file of Illustrator with the type %j is taken as the PDF that it contains',
  async (type) => {
    const { dialog } = await openDialog()
    const file = new File(['%PDF-1.7'], 'Poster.ai', { type })
    fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } })
    expect(dialog.getByText('Each page becomes a design.')).toBeInTheDocument()
    expect(dialog.getByLabelText('Name')).toHaveValue('Poster')
  },
)

test('another image replaces all that were chosen before', async () => {
  const { user, dialog } = await openDialog()
  const field = dialog.getByLabelText('Design image')
  await user.upload(field, [png('a.png'), png('b.png')])
  expect(dialog.getByText(/1 more design/).parentElement).toHaveTextContent('b.png')
  await user.upload(field, png('c.png'))
  expect(dialog.getByRole('img', { name: 'Preview of c.png' })).toBeInTheDocument()
  expect(dialog.queryByText(/1 more design/)).not.toBeInTheDocument()
})

test('Esc closes the dialog, also with input, and the focus returns', async () => {
  const { user, dialog } = await openDialog()
  await user.type(dialog.getByLabelText('Name'), 'P')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: '+ Create new' })).toHaveFocus()
})

const ended = () =>
  new HttpResponse('You must be logged in to create a project. Try logging in again.', {
    status: 401,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Error-Code': 'sign_in_to_create',
      'X-Session-Ended': '1',
    },
  })

async function logInAs(
  user: ReturnType<typeof renderApp>,
  account: { _id: string; name: string; email: string },
) {
  server.use(http.post('/users/login', () => HttpResponse.json({ token: 'fresh', user: account })))
  await user.type(await screen.findByLabelText('Email'), account.email)
  await user.type(screen.getByLabelText('Password'), 'a quiet light table')
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

test('a login that expires during Create redirects to /login and back, with name and image kept', async () => {
  const { user, dialog, active, session, press } = await openDialog()
  server.use(http.post('/projects', ended))
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()

  const note = /^Your session has ended\. Log in again\. Your new project is kept/
  expect(await within(screen.getByRole('main')).findByText(note)).toBeInTheDocument()
  expect(location.pathname).toBe('/login')
  await logInAs(user, session.user)

  const again = within(await screen.findByRole('dialog', { name: 'Create New Project' }))
  expect(again.getByLabelText('Name')).toHaveValue('Portside')
  expect(again.getByText('shot.png')).toBeInTheDocument()
  server.use(
    http.post('/projects', async ({ request }) => {
      const parts = await partsOf(request)
      expect([parts.get('name'), request.headers.get('Authorization')]).toEqual(['Portside', 'Bearer fresh'])
      active.push(givenSummary({ name: 'Portside' }))
      return HttpResponse.json(active[0], { status: 201 })
    }),
  )
  await user.click(again.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('link', { name: 'Portside' })).toBeInTheDocument()
})

test('the kept input is not shown to another account', async () => {
  const { user, dialog, press } = await openDialog()
  server.use(http.post('/projects', ended))
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  await press()
  await logInAs(user, { _id: 'BBBBBBBBBBBBBBBBBBBBBB', name: 'Tom Rook', email: 'tom@studio.test' })
  expect(await screen.findByRole('heading', { name: 'My Projects' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a login that is missing when the button is pressed redirects to /login and back to the kept input', async () => {
  const { user, dialog, session, press } = await openDialog()
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  await user.upload(dialog.getByLabelText('Design image'), png())
  // Without an event, so that the page has not gone to /login by itself.
  localStorage.removeItem('pinmark.token')
  await press()
  expect(dialog.getByRole('alert')).toHaveTextContent(
    'You must be logged in to create a project. Try logging in again.',
  )
  await user.click(dialog.getByRole('link', { name: 'Login' }))
  await logInAs(user, session.user)
  const again = within(await screen.findByRole('dialog', { name: 'Create New Project' }))
  expect(again.getByLabelText('Name')).toHaveValue('Portside')
})

test('a file whose end is missing says so before it is sent', async () => {
  const { user, dialog } = await openDialog()

  await user.upload(dialog.getByLabelText('Design image'), cutPng())

  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'The end of this file is missing, and perhaps a part of the image. Export or download it again, or upload what is there.',
  )
})

test.each([
  [
    'does not contain how its annotations look',
    () => givenPages([[], []], true),
    'Pages 1 and 2: text boxes, lines, polygons or stamps added to the PDF are missing, because it does not contain how they look. Print it to a new PDF, and add that one.',
  ],
  [
    'lacks fonts',
    () => givenPages([[], ['HeiseiMin-W3', 'STSong-Light']]),
    'Page 2: text in HeiseiMin-W3 and STSong-Light is missing, because the PDF does not contain the font. Embed fonts when you export it.',
  ],
])('a PDF that %s says before it is sent what will be missing', async (_what, givenThePages, words) => {
  const { user, dialog } = await openDialog()
  givenThePages()

  const pdf = new File(['%PDF-1.7'], 'Checkout.pdf', { type: 'application/pdf' })
  fireEvent.change(dialog.getByLabelText('Design image'), { target: { files: [pdf] } })

  expect(await dialog.findByRole('alert')).toHaveTextContent(words)
  await user.type(dialog.getByLabelText('Name'), 'Portside')
  expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled()
})
