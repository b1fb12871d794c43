import type { Members } from '@pinmark/shared/entities/members'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenInstance, givenSession, givenSummary, refusal } from '../../../test/given'
import { server } from '../../../test/server'
import { createQueryClient } from '../../lib/query-client'
import { randomId } from '../../lib/identity'
import { PeopleDialog } from './people-dialog'

const project = givenSummary({ name: 'Norra Nights' })
const jonas = { _id: randomId(), name: 'Jonas Weber', since: '2026-11-14T10:00:00.000Z' }
const invitation = { _id: randomId(), email: null, endsAt: '2026-11-28T10:00:00.000Z' }
const address = `/projects/${project._id}`

/** Opens the dialog over a server whose members the test changes. */
async function openDialog(given: Partial<Members> = {}) {
  const people: Members = {
    ...{ owner: { name: 'Ana Ruiz' }, members: [], offeredTo: null, invitations: [] },
    ...given,
  }
  const sent: string[] = []
  const take = async (request: Request) => {
    const body = await request.text()
    sent.push([request.method, new URL(request.url).pathname.replace(address, ''), body].join(' ').trim())
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.get(`${address}/members`, () => HttpResponse.json(people)),
    http.all(`${address}/*`, ({ request }) => take(request)),
  )
  const user = userEvent.setup()
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PeopleDialog project={project} open onClose={onClose} />
    </QueryClientProvider>,
  )
  await screen.findByRole('list', { name: 'People' })
  return { user, people, sent, onClose }
}

const row = (name: string) => within(screen.getByText(name).closest('li') ?? document.body)

test('the owner sees everyone, and removes a member after a confirmation', async () => {
  givenInstance()
  givenSession()
  const { user, people, sent } = await openDialog({ members: [jonas] })
  expect(row('Ana Ruiz').getByText('Owner')).toBeInTheDocument()
  expect(row('Jonas Weber').getByText('Designer')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Leave project' })).not.toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Remove Jonas Weber' }))
  expect(sent).toEqual([])
  people.members = []
  await user.click(await screen.findByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(screen.queryByText('Jonas Weber')).not.toBeInTheDocument())
  expect(sent).toEqual([`DELETE /members/${jonas._id}`])
})

test('an invitation without an address is shown to copy, and can be withdrawn', async () => {
  givenInstance({ mail: false, publicUrl: 'https://feedback.studio.test' })
  givenSession()
  const { user, people, sent } = await openDialog()
  expect(screen.queryByLabelText('E-mail address')).not.toBeInTheDocument()
  server.use(
    http.post(`${address}/invitations`, () => {
      people.invitations = [invitation]
      return HttpResponse.json({ ...invitation, path: '/join/token' }, { status: 201 })
    }),
  )

  await user.click(screen.getByRole('button', { name: 'Invite' }))

  const link = await screen.findByLabelText('Invitation')
  expect(link).toHaveValue('https://feedback.studio.test/join/token')
  expect(screen.getByText('It works once, until 28 Nov 2026, and is shown only now.')).toBeInTheDocument()
  people.invitations = []
  await user.click(await screen.findByRole('button', { name: 'Withdraw the invitation until 28 Nov 2026' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Open invitations' })).toBeNull())
  expect(sent).toEqual([`DELETE /invitations/${invitation._id}`])
})

test('where mail is set up, an address can be entered; a wrong one is refused before it is sent', async () => {
  givenInstance()
  givenSession()
  const { user } = await openDialog()
  const bodies: unknown[] = []
  server.use(
    http.post(`${address}/invitations`, async ({ request }) => {
      bodies.push(await request.json())
      const email = 'jonas@studio.test'
      return HttpResponse.json({ ...invitation, email, path: '/join/token' }, { status: 201 })
    }),
  )
  const field = await screen.findByLabelText('E-mail address')
  await user.type(field, 'jonas{Enter}')
  expect(await screen.findByText('This e-mail address does not look right.')).toBeInTheDocument()
  await user.type(field, '@studio.test{Enter}')

  expect(await screen.findByLabelText('Invitation, sent to jonas@studio.test')).toBeInTheDocument()
  expect(bodies).toEqual([{ email: 'jonas@studio.test' }])
  expect(field).toHaveValue('')
})

test('the owner offers the project to a member, and takes the offer back', async () => {
  givenInstance()
  givenSession()
  const { user, people, sent } = await openDialog({ members: [jonas] })
  await user.click(screen.getByRole('button', { name: 'Hand over to Jonas Weber' }))
  people.offeredTo = jonas._id
  await user.click(await screen.findByRole('button', { name: 'Offer it' }))
  expect(await screen.findByText('Designer · the project is offered to them')).toBeInTheDocument()

  people.offeredTo = null
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(row('Jonas Weber').getByText('Designer')).toBeInTheDocument())
  expect(sent).toEqual([`PUT /offer {"member":"${jonas._id}"}`, 'DELETE /offer'])
})

test('a member is asked about an offer, sees no invitations, and can leave', async () => {
  givenInstance()
  const { user: account } = givenSession()
  const self = { ...jonas, ...account }
  const { user, people, sent, onClose } = await openDialog({ members: [self], offeredTo: account._id })
  expect(screen.getByText(/offers you this project/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  people.offeredTo = null
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByText(/offers you this project/)).not.toBeInTheDocument())

  await user.click(screen.getByRole('button', { name: 'Leave project' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))

  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual(['DELETE /offer', `DELETE /members/${account._id}`])
})

test('a refused offer says why', async () => {
  givenInstance()
  const { user: account } = givenSession()
  const { user } = await openDialog({ members: [{ ...jonas, ...account }], offeredTo: account._id })
  server.use(
    http.post(`${address}/offer/accept`, () => refusal(409, 'project_limit_reached', 'You have no room.')),
  )
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('You have no room.')
})
