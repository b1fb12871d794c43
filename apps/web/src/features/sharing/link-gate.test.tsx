import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../../test/given'
import { server } from '../../../test/server'
import { createQueryClient } from '../../lib/query-client'
import { LinkGate } from './link-gate'

const projectId = 'AAAAAAAAAAAAAAAAAAAAAA'

function openGate() {
  const handleOpen = vi.fn<() => Promise<unknown>>(() => Promise.resolve())
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LinkGate projectId={projectId} onOpen={handleOpen} />
    </QueryClientProvider>,
  )
  return handleOpen
}

test('after too many attempts the waiting time counts down, and nothing is sent before it ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) })
  let tries = 0
  server.use(
    http.post(`/projects/${projectId}/unlock`, () => {
      tries += 1
      const answer = refusal(429, 'too_many_unlocks', 'Too many tries. Try again in 3 seconds.')
      if (tries === 1) answer.headers.set('Retry-After', '3')
      return tries === 1 ? answer : HttpResponse.json({ token: 'abc' })
    }),
  )
  const handleOpen = openGate()
  await user.type(screen.getByLabelText('Password'), 'a guess{Enter}')
  expect(await screen.findByText('Too many tries. Wait 3 seconds, then try again.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open' })).toBeDisabled()

  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(screen.getByText('Too many tries. Wait 1 second, then try again.')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1_200))
  expect(screen.getByRole('alert')).toHaveTextContent('You can try again.')
  expect(screen.queryByText(/^Too many tries/)).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('Password'), '{Enter}')

  await waitFor(() => expect(handleOpen).toHaveBeenCalledOnce())
  expect(localStorage.getItem(`pinmark.link.${projectId}`)).toBe('abc')
  vi.useRealTimers()
})

test('without a network the gate says so and keeps the typed password', async () => {
  server.use(http.post(`/projects/${projectId}/unlock`, () => HttpResponse.error()))
  openGate()
  const field = screen.getByLabelText('Password')
  await userEvent.type(field, 'six letters{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement())
  expect(field).toHaveValue('six letters')
})
