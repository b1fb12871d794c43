import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenProjects, givenSession, givenSummary, refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const invited = {
  project: 'Norra Nights',
  owner: 'Ana Ruiz',
  endsAt: '2026-11-28T10:00:00.000Z',
  joined: null,
}

test('the page says who invites to what, and joins only after a press', async () => {
  givenSession()
  givenProjects([])
  const { _id } = givenSummary()
  let joins = 0
  server.use(
    http.get('/invitations/abc', () => HttpResponse.json(invited)),
    http.post('/invitations/abc', () => {
      joins += 1
      return HttpResponse.json({ _id })
    }),
    http.get(`/projects/${_id}`, () => refusal(404, 'project_not_found', 'Project not found')),
  )
  const app = renderApp('/join/abc')
  expect(
    await screen.findByRole('heading', { name: 'Ana Ruiz invites you to work on Norra Nights' }),
  ).toBeInTheDocument()
  expect(screen.getByText(/works until 28 Nov 2026/)).toBeInTheDocument()
  expect(joins).toBe(0)
  await app.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('Project not found')).toBeInTheDocument()
  expect(joins).toBe(1)
})

test('an invitation that is over says so', async () => {
  givenSession()
  server.use(http.get('/invitations/abc', () => refusal(404, 'join_link_over', 'It has ended.')))
  renderApp('/join/abc')
  expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('It has ended.')
})

test('who works on the project already is sent there', async () => {
  givenSession()
  const { _id } = givenSummary()
  server.use(http.get('/invitations/abc', () => HttpResponse.json({ ...invited, joined: _id })))
  renderApp('/join/abc')
  expect(await screen.findByRole('link', { name: 'Open the project' })).toHaveAttribute(
    'href',
    `/project/${_id}`,
  )
  expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument()
})

test('without a login, the page asks for one first', async () => {
  renderApp('/join/abc')
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument()
})
