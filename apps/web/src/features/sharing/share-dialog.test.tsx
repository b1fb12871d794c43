import type { Link } from '@pinmark/shared/entities/project'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenInstance, givenSummary, refusal } from '../../../test/given'
import { server } from '../../../test/server'
import { createQueryClient } from '../../lib/query-client'
import { ShareDialog } from './share-dialog'

function openDialog({ link = {}, canManage = false }: { link?: Partial<Link>; canManage?: boolean } = {}) {
  const summary = givenSummary({ name: 'Norra Nights' })
  const project = { ...summary, link: { ...summary.link, ...link } }
  const user = userEvent.setup()
  const onOpenChange = vi.fn<(open: boolean) => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ShareDialog project={project} canManage={canManage} open onOpenChange={onOpenChange} />
    </QueryClientProvider>,
  )
  return { project, user, onOpenChange }
}

const linkField = () => screen.getByLabelText('Public link to Norra Nights')

test('the link is the public page of the project; it can be copied, and the button says so for two seconds', async () => {
  givenInstance()
  vi.stubGlobal('isSecureContext', true)
  const { project } = openDialog()
  const user = userEvent.setup({ writeToClipboard: true })
  expect(linkField()).toHaveValue(`${location.origin}/project/${project.link.id}`)
  expect(linkField()).toHaveAttribute('readonly')

  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied!' })
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(await navigator.clipboard.readText()).toBe(linkField().getAttribute('value'))
})

test('the link begins where the instance says', async () => {
  givenInstance({ publicUrl: 'https://feedback.studio.test' })
  const { project } = openDialog()
  await waitFor(() =>
    expect(linkField()).toHaveValue(`https://feedback.studio.test/project/${project.link.id}`),
  )
})

test('where nothing can be copied the link is selected and the dialog says so', async () => {
  givenInstance()
  document.execCommand = () => false
  const { user } = openDialog()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/copy it by hand/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Copied!' })).not.toBeInTheDocument()
  expect(linkField()).toHaveFocus()
})

test('where the browser can, the link is handed to another app', async () => {
  givenInstance()
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const { project, user } = openDialog()
  await user.click(screen.getByRole('button', { name: 'Send link…' }))
  vi.unstubAllGlobals()
  const url = `${location.origin}/project/${project.link.id}`
  expect(share).toHaveBeenCalledWith({ title: 'Norra Nights', url })
})

test('a guest sees the link, Copy and Done, and nothing to change', async () => {
  givenInstance()
  const { user, onOpenChange } = openDialog()
  expect(screen.queryByText('Link access')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Replace link' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('the owner changes what the link allows, and the hint follows', async () => {
  givenInstance()
  const { project, user } = openDialog({ canManage: true })
  const sent: unknown[] = []
  server.use(
    http.patch(`/projects/${project._id}/settings`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...project.link, closedAt: '2026-11-21T10:00:00.000Z' })
    }),
  )
  expect(screen.getByRole('button', { name: /^Can comment/ })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByRole('button', { name: /^Can manage/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Closed/ }))

  expect(await screen.findByText('The link is closed. Only you can open the project.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Closed/ })).toHaveAttribute('aria-pressed', 'true')
  expect(sent).toEqual([{ closed: true }])
})

test('the owner pauses comments and lets them go on', async () => {
  givenInstance()
  const { project, user } = openDialog({ canManage: true })
  const sent: unknown[] = []
  server.use(
    http.patch(`/projects/${project._id}/settings`, async ({ request }) => {
      sent.push(await request.json())
      const pausedAt = sent.length === 1 ? '2026-11-21T10:00:00.000Z' : null
      return HttpResponse.json({ ...project.link, pausedAt })
    }),
  )
  const paused = screen.getByRole('button', { name: /^Comments paused/ })
  expect(paused).toHaveAccessibleName('Comments paused Read for now. Only you can write.')
  await user.click(paused)
  await waitFor(() => expect(paused).toHaveAttribute('aria-pressed', 'true'))
  await user.click(screen.getByRole('button', { name: /^Can comment/ }))
  await waitFor(() => expect(paused).toHaveAttribute('aria-pressed', 'false'))
  const access = { permission: 'comment', closed: false }
  expect(sent).toEqual([
    { ...access, paused: true },
    { ...access, paused: false },
  ])
})

test('a change that is refused leaves the choice as it was and says so', async () => {
  givenInstance()
  const { project, user } = openDialog({ canManage: true })
  server.use(
    http.patch(`/projects/${project._id}/settings`, () => refusal(403, 'not_allowed', 'Only the owner can.')),
  )
  await user.click(screen.getByRole('button', { name: /^View only/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed. Only the owner can.')
  expect(screen.getByRole('button', { name: /^Can comment/ })).toHaveAttribute('aria-pressed', 'true')
})

test('manage is among the choices where the instance uses it', async () => {
  givenInstance({ defaultLinkPermission: 'manage' })
  openDialog({ canManage: true })
  expect(await screen.findByRole('button', { name: /^Can manage/ })).toBeInTheDocument()
})

test('a new link is asked for once, then shown', async () => {
  givenInstance()
  const { project, user } = openDialog({ canManage: true })
  server.use(
    http.post(`/projects/${project._id}/link`, () =>
      HttpResponse.json({ ...project.link, id: 'BBBBBBBBBBBBBBBBBBBBBB' }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Replace link' }))
  expect(screen.getByRole('button', { name: 'Replace' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(linkField()).toHaveValue(`${location.origin}/project/BBBBBBBBBBBBBBBBBBBBBB`))
})
