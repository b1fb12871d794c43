import { errorCatalogue } from '@pinmark/shared/messages'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

test('a mail link confirms only after a press, and then links to the project', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('/reply-mail/confirmation', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ project: 'Norra Nights site', link: 'A'.repeat(22) })
    }),
  )
  const app = renderApp('/confirm#key.seal')
  const confirm = await screen.findByRole('button', { name: 'Confirm' })
  expect(sent).toEqual([])
  await app.click(confirm)
  expect(await screen.findByRole('heading', { name: 'Mail about replies is on' })).toHaveFocus()
  expect(sent).toEqual([{ token: 'key.seal' }])
  expect(screen.getByText('Norra Nights site')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open the project' })).toHaveAttribute(
    'href',
    `/project/${'A'.repeat(22)}`,
  )
})

test('a project whose name the link does not show has no empty line in its place', async () => {
  server.use(
    http.post('/reply-mail/confirmation', () => HttpResponse.json({ project: '', link: 'A'.repeat(22) })),
  )
  const app = renderApp('/confirm#key.seal')
  await app.click(await screen.findByRole('button', { name: 'Confirm' }))
  const heading = await screen.findByRole('heading', { name: 'Mail about replies is on' })
  expect(heading.nextElementSibling).toContainElement(screen.getByRole('link', { name: 'Open the project' }))
})

test('an expired link says what to do, and offers nothing to press', async () => {
  const text = 'This link is too old.'
  server.use(http.post('/reply-mail/confirmation', () => refusal(403, 'confirm_link_over', text)))
  const app = renderApp('/confirm#old')
  await app.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text)
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Confirm' })).not.toBeInTheDocument()
})

test('a link that was cut off is not offered for confirmation', async () => {
  renderApp('/confirm')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(errorCatalogue.confirm_link_over.text)
  expect(screen.queryByRole('button', { name: 'Confirm' })).not.toBeInTheDocument()
})

test('a confirmation that fails for another reason can be tried again', async () => {
  server.use(http.post('/reply-mail/confirmation', () => HttpResponse.error()))
  const app = renderApp('/confirm#key.seal')
  await app.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was turned on. Try again.')
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled()
})
