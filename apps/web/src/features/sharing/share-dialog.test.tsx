import type { Link } from '@pinmark/shared/entities/project'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { outsideOfDialog } from '../../../test/dialog'
import { givenGate } from '../../../test/gate'
import { givenInstance, givenSession, givenSummary, refusal } from '../../../test/given'
import { server } from '../../../test/server'
import { createQueryClient } from '../../lib/query-client'
import { readToasts } from '../../ui/toast'
import { ShareDialog } from './share-dialog'

async function openDialog({
  link = {},
  canManage = false,
}: { link?: Partial<Link>; canManage?: boolean } = {}) {
  const summary = givenSummary({ name: 'Norra Nights' })
  const project = { ...summary, link: { ...summary.link, ...link } }
  const user = userEvent.setup()
  const onClose = vi.fn<() => void>()
  const queryClient = createQueryClient()
  const dialogFor = (mayManage: boolean) => (
    <QueryClientProvider client={queryClient}>
      <ShareDialog project={project} canManage={mayManage} open onClose={onClose} />
    </QueryClientProvider>
  )
  const { rerender, unmount } = render(dialogFor(canManage))
  // Owners get it after it is fetched.
  if (canManage) await screen.findByText('Link access')
  const setManage = (mayManage: boolean) => rerender(dialogFor(mayManage))
  return { project, user, onClose, close: unmount, setManage }
}

const linkField = () => screen.getByLabelText('Public link to Norra Nights')

test('the dialog shows the public link, which can be copied; the button says so for two seconds', async () => {
  givenInstance()
  vi.stubGlobal('isSecureContext', true)
  const { project } = await openDialog()
  const user = userEvent.setup({ writeToClipboard: true })
  expect(linkField()).toHaveValue(`${location.origin}/project/${project.link.id}`)
  expect(linkField()).toHaveAttribute('readonly')

  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied!' })
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(await navigator.clipboard.readText()).toBe(linkField().getAttribute('value'))
})

test('the link starts with the address of the instance', async () => {
  givenInstance({ publicUrl: 'https://feedback.studio.test' })
  const { project } = await openDialog()
  await waitFor(() =>
    expect(linkField()).toHaveValue(`https://feedback.studio.test/project/${project.link.id}`),
  )
})

test('without a clipboard the link is selected and the dialog says so', async () => {
  givenInstance()
  document.execCommand = () => false
  const { user } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/copy it by hand/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Copied!' })).not.toBeInTheDocument()
  expect(linkField()).toHaveFocus()
})

test('a browser that can share passes the link to another app', async () => {
  givenInstance()
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const { project, user } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Send link…' }))
  vi.unstubAllGlobals()
  const url = `${location.origin}/project/${project.link.id}`
  expect(share).toHaveBeenCalledWith({ title: 'Norra Nights', url })
})

test('a guest sees the link, Copy and Done, but no settings', async () => {
  givenInstance()
  const { user, onClose } = await openDialog()
  expect(screen.queryByText('Link access')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Replace link' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the owner changes the access of the link, and the hint changes', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  const sent: unknown[] = []
  server.use(
    http.patch(`/projects/${project._id}/settings`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...project.link, closedAt: '2026-11-21T10:00:00.000Z' })
    }),
  )
  expect(screen.getByRole('radio', { name: /^Can comment/ })).toHaveAttribute('aria-checked', 'true')
  expect(screen.queryByRole('radio', { name: /^Can manage/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /^Closed/ }))

  expect(
    await screen.findByText('The link is closed. Only the owner and the members can open the project.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: /^Closed/ })).toHaveAttribute('aria-checked', 'true')
  expect(sent).toEqual([{ closed: true }])
})

test('the owner makes the link view-only, and opens it again', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  const sent: unknown[] = []
  server.use(
    http.patch(`/projects/${project._id}/settings`, async ({ request }) => {
      sent.push(await request.json())
      const permission = sent.length === 1 ? 'view' : 'comment'
      return HttpResponse.json({ ...project.link, permission })
    }),
  )
  const viewOnly = screen.getByRole('radio', { name: /^View only/ })
  expect(viewOnly).toHaveAccessibleName('View only Read. Only the owner and the members can write.')
  await user.click(viewOnly)
  await waitFor(() => expect(viewOnly).toHaveAttribute('aria-checked', 'true'))
  await user.click(screen.getByRole('radio', { name: /^Can comment/ }))
  await waitFor(() => expect(viewOnly).toHaveAttribute('aria-checked', 'false'))
  expect(sent).toEqual([
    { permission: 'view', closed: false },
    { permission: 'comment', closed: false },
  ])
})

test('a refused change reverts the choice and shows the reason', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  server.use(
    http.patch(`/projects/${project._id}/settings`, () => refusal(403, 'not_allowed', 'Only the owner can.')),
  )
  await user.click(screen.getByRole('radio', { name: /^View only/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Only the owner can.')
  expect(screen.getByRole('radio', { name: /^Can comment/ })).toHaveAttribute('aria-checked', 'true')
})

test('arrow keys pass over choices of access without sending them, and Enter takes one', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  const sent = givenLinkServer(project)
  screen.getByRole('radio', { name: /^Can comment/ }).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('radio', { name: /^Closed/ })).toHaveFocus()
  expect(screen.getByRole('radio', { name: /^Closed/ })).toBeChecked()
  await user.keyboard('{ArrowUp}')
  expect(sent).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toEqual([{ permission: 'view', closed: false }]))

  screen.getByRole('radio', { name: /^Can comment/ }).focus()
  await user.keyboard('{ArrowDown}')
  await user.tab()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ permission: 'view' })
})

test('manage is shown only for a link that has it, so that it can be turned off', async () => {
  givenInstance({ defaultLinkPermission: 'manage' })
  const { close } = await openDialog({ canManage: true })
  expect(screen.queryByRole('radio', { name: /^Can manage/ })).not.toBeInTheDocument()
  close()
  await openDialog({ canManage: true, link: { permission: 'manage' } })
  expect(screen.getByRole('radio', { name: /^Can manage/ })).toBeChecked()
})

test('the people of the project are in a dialog of their own', async () => {
  givenInstance()
  givenSession()
  const { project, user } = await openDialog({ canManage: true })
  const members = { owner: { name: 'Mara Hald' }, members: [], offeredTo: null, invitations: [] }
  server.use(http.get(`/projects/${project._id}/members`, () => HttpResponse.json(members)))
  await user.click(screen.getByRole('button', { name: 'Show people' }))
  expect(await screen.findByRole('dialog', { name: 'People' })).toBeInTheDocument()
  expect(screen.queryByText('Link access')).not.toBeInTheDocument()
})

test('a new link requires a confirmation, and is then shown', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  server.use(
    http.post(`/projects/${project._id}/link`, () =>
      HttpResponse.json({ ...project.link, id: 'BBBBBBBBBBBBBBBBBBBBBB' }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Replace link' }))
  expect(screen.getByText(/Password and end date stay/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Replace link' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Replace link' }))
  await waitFor(() => expect(linkField()).toHaveValue(`${location.origin}/project/BBBBBBBBBBBBBBBBBBBBBB`))
})

/** Answers changes of the link as the server does, and records the requests. */
function givenLinkServer(project: { _id: string; link: Link }) {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.patch(`/projects/${project._id}/settings`, async ({ request }) => {
      const body: unknown = await request.json()
      if (typeof body !== 'object' || body === null) throw new Error('no body')
      const asked: Record<string, unknown> = { ...body }
      sent.push(asked)
      const { password, end } = asked
      if (password === '12345') return refusal(400, 'link_password_too_short', 'At least 6 characters.')
      return HttpResponse.json({
        ...project.link,
        ...(typeof password === 'string' && { password: { setAt: '2026-11-14T10:00:00.000Z' } }),
        ...(typeof end === 'object' && end && { end }),
      })
    }),
  )
  return sent
}

test('a password can be typed in clear, saved, shown as set, and turned off', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  const sent = givenLinkServer(project)
  const toggle = screen.getByRole('switch', { name: 'Password' })
  await user.click(toggle)
  const field = screen.getByLabelText('Password for guests')
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('type', 'text')

  await user.type(field, '12345{Enter}')
  expect(await screen.findByText('At least 6 characters.')).toBeInTheDocument()
  expect(field).toHaveValue('12345')
  await user.type(field, '6')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(/Set on 14 Nov 2026/)).toBeInTheDocument()
  expect(screen.getByText(/Anyone with this link and the password can look and comment/)).toBeInTheDocument()
  await user.click(toggle)
  await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'false'))
  expect(sent).toEqual([{ password: '12345' }, { password: '123456' }, { password: null }])
})

test('an end date defaults to two weeks, is saved with each choice, and cannot be in the past', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  const sent = givenLinkServer(project)
  await user.click(screen.getByRole('switch', { name: 'End date' }))
  const day = await screen.findByLabelText('Day of the end')
  expect(screen.getByText(/^Ends on .* at 23:59, your time\.$/)).toBeInTheDocument()

  await user.selectOptions(screen.getByLabelText('From then on'), 'then closed')
  await waitFor(() => expect(screen.getByLabelText('From then on')).toHaveValue('closed'))
  await user.click(day)
  fireEvent.change(day, { target: { value: '2020-01-01' } })
  await user.tab()
  expect(screen.getByRole('alert')).toHaveTextContent('Choose a day from today on.')
  expect(day).toHaveValue('2020-01-01')
  fireEvent.change(day, { target: { value: '2099-02-03' } })
  await user.type(day, '{Enter}')
  await waitFor(() => expect(day).toHaveValue('2099-02-03'))

  const at = new Date('2099-02-03T23:59:59').toISOString()
  expect(sent).toMatchObject([
    { end: { to: 'view' } },
    { end: { to: 'closed' } },
    { end: { at, to: 'closed' } },
  ])
})

const endSaved = { end: { at: new Date('2099-02-03T09:30:00').toISOString(), to: 'view' } } as const

/** The values of a date field while a year is typed. */
const typedDays = ['', '0002-12-31', '0020-12-31', '0209-12-31', '2098-12-31']

test('an end date is saved when its field is left, not while it is typed', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true, link: endSaved })
  const sent = givenLinkServer(project)
  const day = screen.getByLabelText('Day of the end')
  await user.click(day)
  for (const value of typedDays) {
    fireEvent.change(day, { target: { value } })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  }
  expect(sent).toEqual([])
  await user.tab()
  await waitFor(() => expect(screen.getByText(/^Ends on 31 Dec 2098/)).toBeInTheDocument())
  expect(sent).toEqual([{ end: { at: new Date('2098-12-31T23:59:59').toISOString(), to: 'view' } }])
})

test('a date that was not finished, or that Esc leaves, is not saved', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true, link: endSaved })
  const sent = givenLinkServer(project)
  const day = screen.getByLabelText('Day of the end')
  await user.click(day)
  fireEvent.change(day, { target: { value: '' } })
  await user.tab()
  expect(day).toHaveValue('2099-02-03')
  fireEvent.change(day, { target: { value: '2098-12-31' } })
  await user.type(day, '{Escape}')
  await user.tab()
  expect(sent).toEqual([])
})

test('an answer does not reset a date that is being typed, and settings arrive in the order of the choices', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true, link: endSaved })
  const sent = givenLinkServer(project)
  const answer = givenGate()
  server.use(
    http.patch(`/projects/${project._id}/settings`, async () => {
      await answer.opened
      return undefined
    }),
  )
  await user.click(screen.getByRole('switch', { name: 'Password' }))
  await user.type(screen.getByLabelText('Password for guests'), '123456{Enter}')
  await user.selectOptions(screen.getByLabelText('From then on'), 'then closed')
  const day = screen.getByLabelText('Day of the end')
  fireEvent.change(day, { target: { value: '2098-12-31' } })
  expect(sent).toEqual([])
  answer.open()
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(screen.getByLabelText('From then on')).toHaveValue('closed'))
  expect(day).toHaveValue('2098-12-31')
  await user.type(day, '{Enter}')
  await waitFor(() => expect(sent).toHaveLength(3))
  const at = new Date('2098-12-31T23:59:59').toISOString()
  expect(sent).toEqual([
    { password: '123456' },
    { end: { ...endSaved.end, to: 'closed' } },
    { end: { at, to: 'closed' } },
  ])
})

test('a setting that fails after the dialog has closed is reported by a note', async () => {
  givenInstance()
  const { project, user, close } = await openDialog({ canManage: true, link: endSaved })
  const answer = givenGate()
  server.use(
    http.patch(`/projects/${project._id}/settings`, async () => {
      await answer.opened
      return HttpResponse.error()
    }),
  )
  await user.selectOptions(screen.getByLabelText('From then on'), 'then closed')
  close()
  answer.open()
  await waitFor(() => expect(readToasts()).toMatchObject([{ text: 'The link was not changed. Try again.' }]))
})

test('an end that a script set at another time of the day is shown with its time', async () => {
  givenInstance()
  const at = new Date('2099-02-03T09:30:00').toISOString()
  await openDialog({ canManage: true, link: { end: { at, to: 'view' } } })
  expect(screen.getByText('Ends on 3 Feb 2099 at 09:30, your time.')).toBeInTheDocument()
})

test('a setting that could not be saved is reverted, and can be retried', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  server.use(http.patch(`/projects/${project._id}/settings`, () => HttpResponse.error()))
  const toggle = screen.getByRole('switch', { name: 'End date' })
  await user.click(toggle)
  expect(await screen.findByText('Could not save.')).toBeInTheDocument()
  expect(toggle).toHaveAttribute('aria-checked', 'false')
  givenLinkServer(project)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'true'))
})

/** Opens the dialog and types a password into its field. */
async function openWithTyped(password: string) {
  givenInstance()
  const dialog = await openDialog({ canManage: true })
  const sent = givenLinkServer(dialog.project)
  await dialog.user.click(screen.getByRole('switch', { name: 'Password' }))
  const field = screen.getByLabelText('Password for guests')
  await dialog.user.type(field, password)
  return { ...dialog, sent, field }
}

test('Done saves a typed password before it closes the dialog, which stays open if that is refused', async () => {
  const { user, onClose, sent, field } = await openWithTyped('12345')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('At least 6 characters.')
  expect(field).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()

  await user.type(field, '6')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ password: '12345' }, { password: '123456' }])
})

test.each(['Close', 'Esc'])('%s discards a half-typed password', async (way) => {
  const { user, onClose, sent } = await openWithTyped('123456')
  if (way === 'Esc') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: way }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
})

test('a press outside neither saves nor loses a typed password', async () => {
  const { user, onClose, sent, field } = await openWithTyped('123456')
  await user.click(outsideOfDialog())
  expect(onClose).not.toHaveBeenCalled()
  expect(field).toHaveValue('123456')
  await user.clear(field)
  await user.click(outsideOfDialog())
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
})

test('a typed password survives the end of the session, and does not keep the dialog open', async () => {
  const { user, onClose, setManage } = await openWithTyped('123456')
  setManage(false)
  setManage(true)
  expect(await screen.findByLabelText('Password for guests')).toHaveValue('123456')

  setManage(false)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a password that was not typed, or is given up, is not set: the switch says so, and Done closes', async () => {
  givenInstance()
  const { user, onClose } = await openDialog({ canManage: true })
  const toggle = screen.getByRole('switch', { name: 'Password' })
  await user.click(toggle)
  expect(toggle).toHaveAccessibleDescription('Not set yet. Type one and save it.')
  await user.type(screen.getByLabelText('Password for guests'), '123456')
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-checked', 'false')
  await user.click(toggle)
  expect(screen.getByLabelText('Password for guests')).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('after a new link the link is selected, and after Cancel the focus is where it was', async () => {
  givenInstance()
  const { project, user } = await openDialog({ canManage: true })
  const id = 'BBBBBBBBBBBBBBBBBBBBBB'
  server.use(http.post(`/projects/${project._id}/link`, () => HttpResponse.json({ ...project.link, id })))
  await user.click(screen.getByRole('button', { name: 'Replace link' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Replace link' })).toHaveFocus()
  await user.keyboard('{Enter}{Enter}')
  const address = `${location.origin}/project/${id}`
  await waitFor(() => expect(linkField()).toHaveValue(address))
  expect(linkField()).toHaveFocus()
  expect(linkField()).toHaveProperty('selectionEnd', address.length)
  expect(linkField()).toHaveProperty('selectionStart', 0)
})
