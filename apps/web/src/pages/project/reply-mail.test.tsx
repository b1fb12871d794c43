import type { Project } from '@pinmark/shared/entities/project'
import type { ReplyMail } from '@pinmark/shared/entities/reply-mail'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { givenComment, givenProject } from '../../../test/comment-page'
import { clickDesign } from '../../../test/click-design'
import { openPage } from '../../../test/open-project'
import { server } from '../../../test/server'

beforeEach(() => {
  givenCanvasLayout()
  server.use(
    http.get('/projects/:id/events', () => delay('infinite')),
    http.post('/projects/:id/visit', () => HttpResponse.json({ visit: null })),
  )
})

const form = () => screen.getByRole('dialog', { name: /^Comment \d+ added$/ })
const isOffered = () => screen.queryByRole('dialog', { name: /^Comment \d+ added$/ }) !== null

/** A server that stores addresses. `asked` are those it received; null for a removal. */
function givenReplyMail(state: ReplyMail['state'] = 'none') {
  const asked: unknown[] = []
  let reads = 0
  const answer = (next: ReplyMail['state'], email: unknown) => {
    asked.push(email)
    state = next
    return HttpResponse.json({ state })
  }
  server.use(
    http.get('/projects/:id/reply-mail', () => {
      reads += 1
      return HttpResponse.json({ state })
    }),
    http.put('/projects/:id/reply-mail', async ({ request }) => answer('waiting', await request.json())),
    http.delete('/projects/:id/reply-mail', () => answer('none', null)),
  )
  return { asked, reads: () => reads }
}

async function sendComment(project: Project) {
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const stored = givenComment({ number: 13, version, x: 250, y: 200, text: 'Calmer?', mine: true })
  server.use(http.post('*/comment/add/:id', () => HttpResponse.json(stored, { status: 201 })))
  clickDesign(await screen.findByRole('img', { name: /^Design/ }), 250, 200)
  const composer = within(await screen.findByRole('dialog', { name: 'New comment' }))
  await userEvent.clear(composer.getByLabelText('Your name'))
  await userEvent.type(composer.getByLabelText('Your name'), 'Luis')
  await userEvent.type(composer.getByLabelText('Your comment'), 'Calmer?')
  await userEvent.click(composer.getByRole('button', { name: 'Submit' }))
}

test('mail about replies is offered once after a comment, without taking the focus', async () => {
  const { asked } = givenReplyMail()
  const project = givenProject({ replyMail: true })
  openPage(project)
  await sendComment(project)
  await waitFor(() => expect(isOffered()).toBe(true))
  expect(form().contains(document.activeElement)).toBe(false)
  const offered = within(form())
  await userEvent.type(offered.getByLabelText('Tell me about replies'), 'ana@')
  await userEvent.click(offered.getByRole('button', { name: 'Turn on' }))
  expect(offered.getByText('This e-mail address does not look right.')).toBeVisible()
  expect(offered.getByLabelText('Tell me about replies')).toHaveFocus()
  await userEvent.type(offered.getByLabelText('Tell me about replies'), 'ruiz.test{Enter}')

  expect(await offered.findByText('Check your mail once to confirm: ana@ruiz.test')).toBeVisible()
  expect(asked).toEqual([{ email: 'ana@ruiz.test' }])
  expect(offered.getByRole('status')).toHaveFocus()
  await userEvent.click(offered.getByRole('button', { name: 'Stop and remove my address' }))
  expect(await offered.findByLabelText('Tell me about replies')).toHaveValue('')
  expect(asked.at(-1)).toBeNull()

  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(isOffered()).toBe(false))
  await sendComment(project)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New comment' })).toBeNull())
  expect(isOffered()).toBe(false)
})

test('Esc closes the offer from anywhere on the page, and nothing else', async () => {
  givenReplyMail()
  const project = givenProject({ replyMail: true })
  openPage(project)
  await sendComment(project)
  await waitFor(() => expect(isOffered()).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(isOffered()).toBe(false))
})

test('mail is not offered to visitors who get it already, or if the server sends none', async () => {
  const { reads } = givenReplyMail('on')
  const project = givenProject({ replyMail: true })
  openPage(project)
  await sendComment(project)
  await waitFor(() => expect(reads()).toBe(1))
  expect(isOffered()).toBe(false)
})

test('the menu of a thread with my comments opens the same form, and that of other threads does not', async () => {
  const { asked } = givenReplyMail('on')
  const project = givenProject({ replyMail: true })
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const comments = [
    givenComment({ number: 1, version, x: 100, y: 100, mine: true }),
    givenComment({ number: 2, version, x: 400, y: 300 }),
  ]
  openPage({ ...project, comments, stats: { open: 2, total: 2 } })
  const user = userEvent.setup()
  const openMenu = async (number: number) => {
    const viewer = within(await screen.findByRole('region', { name: 'Design' }))
    await user.click(await viewer.findByRole('button', { name: new RegExp(`^Comment ${number} by`) }))
    const thread = within(await screen.findByRole('dialog', { name: new RegExp(`^Comment ${number} by`) }))
    await user.click(thread.getByRole('button', { name: 'More' }))
    await screen.findByRole('menuitem', { name: 'Copy link' })
  }
  await openMenu(2)
  expect(screen.queryByRole('menuitem', { name: 'Tell me about replies' })).toBeNull()
  await user.keyboard('{Escape}{Escape}')
  await openMenu(1)
  await user.click(screen.getByRole('menuitem', { name: 'Tell me about replies' }))
  const part = within(await screen.findByRole('region', { name: 'Mail about replies' }))
  expect(await part.findByText('You get mail about replies and new versions.')).toBeVisible()
  await user.click(part.getByRole('button', { name: 'Stop and remove my address' }))
  expect(await part.findByLabelText('Tell me about replies')).toHaveFocus()
  expect(asked).toEqual([null])
})
