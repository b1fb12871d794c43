import { errorCatalogue } from '@pinmark/shared/messages'
import { act, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenComment, givenProject } from '../../../test/comment-page'
import { renderApp } from '../../../test/render-app'
import { server } from '../../../test/server'

test('a report whose later comments failed to load says so, and goes on when asked', async () => {
  const [first, second] = [givenComment({ number: 1 }), givenComment({ number: 2 })]
  const project = givenProject({ comments: [first], commentsNext: 1, stats: { open: 3, total: 3 } })
  const { text, status } = errorCatalogue.too_many_requests
  const secondPage = [
    () => HttpResponse.json({ error: text, code: 'too_many_requests' }, { status }),
    () => HttpResponse.json({ ...project, comments: [second], commentsNext: 2 }),
  ]
  server.use(
    http.get(`/projects/${project._id}`, ({ request }) => {
      const after = new URL(request.url).searchParams.get('after')
      if (after === null) return HttpResponse.json(project)
      return after === '1' ? secondPage.shift()?.() : delay('infinite')
    }),
  )
  const user = renderApp(`/project/${project._id}/report`)
  await waitFor(() => expect(screen.queryByRole('alert')).toHaveTextContent(/^Could not load all comments/))
  expect(screen.queryByText(/^Loading comments/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Loading comments: 2 so far')).toBeInTheDocument()
})

test('a report stays as it is when the user returns to its tab', async () => {
  const [first, second] = [givenComment({ number: 1 }), givenComment({ number: 2 })]
  const project = givenProject({ comments: [first], commentsNext: 1, stats: { open: 2, total: 2 } })
  let requests = 0
  server.use(
    http.get(`/projects/${project._id}`, ({ request }) => {
      requests += 1
      if (new URL(request.url).searchParams.has('after'))
        return HttpResponse.json({ ...project, comments: [second], commentsNext: null })
      return HttpResponse.json(project)
    }),
  )
  // jsdom has no fonts, which a report waits for before it measures.
  Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: Promise.resolve() } })
  renderApp(`/project/${project._id}/report`)
  expect(await screen.findByRole('radiogroup', { name: 'Paper' })).toBeInTheDocument()
  await waitFor(() => expect(requests).toBe(2))

  vi.setSystemTime(Date.now() + 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await new Promise((resolve) => setTimeout(resolve, 100))
  vi.useRealTimers()
  expect(requests).toBe(2)
  expect(screen.queryByText(/^Loading comments/)).not.toBeInTheDocument()
})

test('a report of a project that does not exist leads to the page that says so', async () => {
  const { text, status } = errorCatalogue.project_not_found
  server.use(
    http.get('/projects/:id', () =>
      HttpResponse.json({ error: text, code: 'project_not_found' }, { status }),
    ),
  )
  renderApp('/project/gone/report')
  expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to start' })).toHaveAttribute('href', '/')
  expect(document.title).toBe('Project not found · Pinmark')
})

test('a report that failed to load has a title, and is loaded again when asked', async () => {
  const project = givenProject()
  const { text, status } = errorCatalogue.too_many_requests
  server.use(
    http.get('/projects/:id', () =>
      HttpResponse.json({ error: text, code: 'too_many_requests' }, { status }),
    ),
  )
  const user = renderApp(`/project/${project._id}/report`)
  expect(await screen.findByRole('heading', { name: 'Failed to load project' })).toBeVisible()
  expect(document.title).toBe('Failed to load project · Pinmark')
  server.use(http.get('/projects/:id', () => HttpResponse.json(project)))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radiogroup', { name: 'Paper' })).toBeInTheDocument()
})
