import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/given'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

const project = 'Norra Nights site'
const givenStop = (stop: object) => http.get('/stop/:token/state', () => HttpResponse.json(stop))
const running = givenStop({ project, isStopped: false })

test('a mail link stops mails only after a press, and can be undone', async () => {
  const calls: string[] = []
  const answer = (isStopped: boolean) => () => {
    calls.push(isStopped ? 'stop' : 'start')
    return HttpResponse.json({ project, isStopped })
  }
  server.use(running, http.post('/stop/abc', answer(true)), http.delete('/stop/abc', answer(false)))
  const app = renderApp('/stop/abc')
  const stop = await screen.findByRole('button', { name: 'Stop mail' })
  expect(calls).toEqual([])
  await app.click(stop)
  expect(await screen.findByRole('heading', { name: 'No more mail about this project' })).toHaveFocus()
  expect(screen.getByText(project)).toBeInTheDocument()
  await app.click(screen.getByRole('button', { name: 'Turn on again' }))
  expect(
    await screen.findByRole('heading', { name: 'Mail about this project comes again' }),
  ).toBeInTheDocument()
  expect(calls).toEqual(['stop', 'start'])
})

test('after one click in a mail program the page does not ask, and can undo it', async () => {
  server.use(givenStop({ project, isStopped: true }))
  renderApp('/stop/abc')
  expect(await screen.findByRole('heading', { name: 'No more mail about this project' })).toBeInTheDocument()
  expect(screen.getByText(project)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Turn on again' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Stop mail' })).not.toBeInTheDocument()
})

test('an invalid link says that nothing was stopped', async () => {
  server.use(http.all('/stop/*', () => refusal(404, 'stop_link_not_valid', 'This link stops nothing.')))
  const app = renderApp('/stop/abc')
  await app.click(await screen.findByRole('button', { name: 'Stop mail' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This link stops nothing.')
})

test('a visitor’s link removes their address, and cannot be undone', async () => {
  const answer = { project, isStopped: true, isForgotten: true }
  server.use(
    running,
    http.post('/stop/key.seal', () => HttpResponse.json(answer)),
  )
  const app = renderApp('/stop/key.seal')
  expect(
    await screen.findByRole('heading', { name: 'Stop these mails and remove your address?' }),
  ).toBeInTheDocument()
  await app.click(screen.getByRole('button', { name: 'Stop and remove' }))
  expect(await screen.findByRole('heading', { name: 'No more mail about this project' })).toHaveFocus()
  expect(screen.getByText('Your address is removed. You can still comment.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /again|Stop/ })).not.toBeInTheDocument()
})
