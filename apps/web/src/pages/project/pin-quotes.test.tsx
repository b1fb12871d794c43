import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { givenComment, givenProject } from '../../../test/comment-page'
import { openPage } from '../../../test/open-project'
import { server } from '../../../test/server'

beforeEach(() => {
  givenCanvasLayout()
  server.use(http.get('/projects/:id/events', () => delay('infinite')))
})

test('for those who use keys, a pin is named with the words of the design beside it', async () => {
  let asked = 0
  server.use(
    http.get('*/versions/:versionId/lines', () => {
      asked += 1
      return HttpResponse.json([{ text: 'Checkout', box: [100, 290, 80, 20], source: 'capture' }])
    }),
  )
  const beside = givenComment({ number: 1, text: 'Larger?', x: 120, y: 300 })
  const apart = givenComment({ number: 2, text: 'Why this?', x: 500, y: 500 })
  openPage(givenProject({ comments: [beside, apart] }))
  await screen.findByRole('button', { name: 'Comment 1 by Luis, open: Larger?' })
  await screen.findByRole('button', { name: 'Skip to the comments' })
  expect(asked).toBe(0)

  await userEvent.tab()

  await screen.findByRole('button', { name: 'Comment 1 by Luis, open, near “Checkout”: Larger?' })
  screen.getByRole('button', { name: 'Comment 2 by Luis, open: Why this?' })
  expect(asked).toBe(1)
})
