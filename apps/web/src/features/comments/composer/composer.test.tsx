import { errorCatalogue } from '@pinmark/shared/messages'
import type { Comment } from '@pinmark/shared/entities/comment'
import { newCommentSchema, type NewComment } from '@pinmark/shared/entities/comment-requests'
import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { givenComment, givenPicture, givenProject, renderCommentPage } from '../../../../test/comment-page'
import { givenSession, refusal } from '../../../../test/given'
import { server } from '../../../../test/server'
import { projectKeys } from '../../../lib/query-keys'
import { randomId } from '../../../lib/identity'
import { saveDraft } from '../../review/drafts/draft-store'
import { newDraft } from '../../review/drafts/draft'

const composer = () => within(screen.getByRole('dialog', { name: 'New comment' }))
const nameField = () => composer().getByLabelText('Your name')
const textField = () => composer().getByLabelText('Your comment')
const isComposerOpen = () => screen.queryByRole('dialog') !== null

const { link } = givenProject()

async function openComposer(project: Project = givenProject()) {
  const user = userEvent.setup()
  const page = renderCommentPage(project)
  await user.click(screen.getByRole('button', { name: 'Spot on the design' }))
  return { user, project, ...page }
}

/** A server that stores each message under its id, like the real one: a message that is sent again replaces the earlier
 *  one. `null` loses the answer. Nothing reaches it while the browser says that it is offline. */
function givenServer({
  answer,
}: { answer?: (request: Request, tries: number) => Response | null | undefined } = {}) {
  const requests: NewComment[] = []
  const stored = new Map<string, Comment>()
  server.use(
    http.post('*/comment/add/:projectId', async ({ request }) => {
      if (!navigator.onLine) return HttpResponse.error()
      const body = newCommentSchema.parse(await request.clone().json())
      requests.push(body)
      const _id = publicIdSchema.parse(body._id)
      const given = answer?.(request, requests.length)
      if (given !== null && given !== undefined) return given
      const { commenter, text, kind = 'pin', x = 0, y = 0, pictures = [] } = body
      const shown = pictures.map((id) => ({ ...givenPicture(), _id: id }))
      const comment = {
        ...(stored.get(_id) ?? givenComment({ _id, number: stored.size + 13, mine: true })),
        ...{ commenter, text, kind, x, y, ...(shown.length > 0 && { pictures: shown }) },
      }
      stored.set(_id, comment)
      return given === null ? HttpResponse.error() : HttpResponse.json(comment, { status: 201 })
    }),
  )
  return { requests, stored }
}

test('a click opens an empty composer, with the focus on the name', async () => {
  await openComposer()
  expect(nameField()).toHaveFocus()
  expect(nameField()).toHaveValue('')
})

test('blank fields send nothing: each shows an error, and the first has the focus', async () => {
  const { requests } = givenServer()
  const { user } = await openComposer()
  await user.type(textField(), '   ')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(nameField()).toHaveAccessibleDescription(errorCatalogue.commenter_required.text)
  expect(textField()).toHaveAccessibleDescription(errorCatalogue.text_required.text)
  expect(nameField()).toHaveFocus()
  expect(requests).toEqual([])
})

test('a comment shows at once as sending; the popup stays until the answer, then clears and closes', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  givenServer()
  server.use(
    http.post('*/comment/add/:projectId', async () => {
      await held
      return undefined
    }),
  )
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana Ruiz')
  await user.type(textField(), 'Move this up')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(screen.getByRole('button', { name: 'Pin sending' })).toBeInTheDocument()
  expect(screen.getByRole('listitem')).toHaveTextContent('Ana Ruiz')
  expect(composer().getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(screen.getByRole('button', { name: 'Pin 13' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Pin sending' })).not.toBeInTheDocument()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(await screen.findByText('Comment 13 added')).toBeInTheDocument()
})

test('the name is filled in the next time, and the comment has the focus', async () => {
  givenServer()
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana Ruiz')
  await user.type(textField(), 'First')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  await user.click(screen.getByRole('button', { name: 'Spot on the design' }))
  expect(nameField()).toHaveValue('Ana Ruiz')
  expect(textField()).toHaveFocus()
  expect(textField()).toHaveValue('')
})

test('a failure keeps the text and shows a message; Retry sends the same comment with the same id', async () => {
  const { requests, stored } = givenServer({ answer: (_request, tries) => (tries === 1 ? null : undefined) })
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Only once')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(await composer().findByRole('alert')).toHaveTextContent(m.could_not_send())
  expect(textField()).toHaveValue('Only once')
  const retry = composer().getByRole('button', { name: 'Retry' })
  expect(retry.dataset['tooltip']).toMatch(/^Retry /)
  await user.click(retry)
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(requests).toHaveLength(2)
  expect(requests[1]).toEqual(requests[0])
  expect(stored.size).toBe(1)
})

test('text that is edited after an unanswered attempt is the final text of the one comment', async () => {
  const { requests, stored } = givenServer({ answer: (_request, tries) => (tries === 1 ? null : undefined) })
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'First words')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await composer().findByRole('alert')
  await user.type(textField(), ', better')
  await user.click(composer().getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(requests[1]).toMatchObject({ _id: requests[0]?._id, text: 'First words, better', x: 250.4 })
  expect(stored.size).toBe(1)
  expect(screen.getByRole('listitem')).toHaveTextContent('First words, better')
})

test('a name, a place and a picture that are corrected after an unanswered attempt are stored', async () => {
  const { stored } = givenServer({ answer: (_request, tries) => (tries === 1 ? null : undefined) })
  givenPictureServer()
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'As shown')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await composer().findByRole('alert')
  await user.type(nameField(), ' Ruiz')
  paste('image/png')
  await composer().findByRole('list', { name: 'Pictures to send' })
  await user.click(composer().getByRole('radio', { name: 'Whole design' }))
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  const corrected = { commenter: 'Ana Ruiz', text: 'As shown', kind: 'design', pictures: [{ name: 'shot' }] }
  expect([...stored.values()]).toMatchObject([corrected])
})

test('a composer stays with its text when the server has kept the earlier attempt', async () => {
  const first = { commenter: 'Ana', text: 'First words', x: 250.4, y: 446, number: 13, mine: true }
  givenServer({
    answer: (_request, tries) =>
      tries === 1 ? null : HttpResponse.json(givenComment(first), { status: 201 }),
  })
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'First words')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await composer().findByRole('alert')
  await user.type(nameField(), ' Ruiz')
  await user.click(composer().getByRole('button', { name: 'Retry' }))
  expect(await composer().findByText(/^Another version of this is stored/)).toBeVisible()
  expect(nameField()).toHaveValue('Ana Ruiz')
  expect(textField()).toHaveValue('First words')
})

test('a refusal of the name is shown at the name, which gets the focus, and another name can be sent under the same id', async () => {
  const { requests } = givenServer({
    answer: (_request, tries) =>
      tries === 1
        ? HttpResponse.json(
            { error: errorCatalogue.commenter_is_owner.text, code: 'commenter_is_owner' },
            { status: 400 },
          )
        : undefined,
  })
  const { user } = await openComposer()
  await user.type(nameField(), 'Mara Hald')
  await user.type(textField(), 'Hello')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(errorCatalogue.commenter_is_owner.text))
  expect(nameField()).toHaveFocus()
  await user.clear(nameField())
  await user.type(nameField(), 'Ana')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(requests[1]).toMatchObject({ _id: requests[0]?._id, commenter: 'Ana', text: 'Hello' })
})

test('a refusal shows the sentence of the server', async () => {
  givenServer({
    answer: () =>
      HttpResponse.json(
        { error: errorCatalogue.too_many_comments.text, code: 'too_many_comments' },
        { status: 429 },
      ),
  })
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Hello')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(await composer().findByRole('alert')).toHaveTextContent(errorCatalogue.too_many_comments.text)
})

test('an empty composer closes by Esc or a click elsewhere', async () => {
  const { user } = await openComposer()
  await user.keyboard('{Escape}')
  expect(isComposerOpen()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Spot on the design' }))
  await user.click(screen.getByText('Elsewhere'))
  expect(isComposerOpen()).toBe(false)
  expect(screen.queryByRole('button', { name: 'Pin draft' })).not.toBeInTheDocument()
})

test.each([
  ['Esc', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  [
    'a click elsewhere',
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('Elsewhere')),
  ],
  [
    'its button',
    (user: ReturnType<typeof userEvent.setup>) =>
      user.click(composer().getByRole('button', { name: 'Close, keep draft' })),
  ],
])('a composer with text becomes a draft pin on %s, and reopens with the text', async (_how, fold) => {
  const { user } = await openComposer()
  await user.type(textField(), 'Half a thought')
  await fold(user)
  expect(isComposerOpen()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Pin draft' }))
  expect(textField()).toHaveValue('Half a thought')
})

test('a draft survives a reload, stored under the project and not under its link', async () => {
  const { user, project, unmount } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Half a thought')
  unmount()
  renderCommentPage({ ...project, _id: givenProject()._id })
  await user.click(screen.getByRole('button', { name: 'Pin draft' }))
  expect(nameField()).toHaveValue('Ana')
  expect(textField()).toHaveValue('Half a thought')
})

test('only Delete draft discards a draft, and Undo restores it', async () => {
  const { user } = await openComposer()
  await user.type(textField(), 'Half a thought')
  expect(composer().queryByRole('button', { name: 'Delete draft' })).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Pin draft' }))
  await user.click(composer().getByRole('button', { name: 'Delete draft' }))
  expect(screen.queryByRole('button', { name: 'Pin draft' })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Pin draft' }))
  expect(textField()).toHaveValue('Half a thought')
})

test('a comment that fails after its composer was closed waits as a pin that reopens with its text', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  server.use(
    http.post('*/comment/add/:projectId', async () => {
      await held
      return HttpResponse.error()
    }),
  )
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'On its way')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await user.keyboard('{Escape}')
  expect(isComposerOpen()).toBe(false)
  release()
  await user.click(await screen.findByRole('button', { name: 'Pin failed' }))
  expect(textField()).toHaveValue('On its way')
  expect(composer().getByRole('alert')).toHaveTextContent(m.could_not_send())
})

test('without a network a comment waits in the list, and is sent once when the network returns', async () => {
  const { requests } = givenServer()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Written in a tunnel')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(screen.getByRole('listitem')).toHaveTextContent('Written in a tunnel')
  expect(screen.getByRole('listitem')).toHaveTextContent('Waits for a connection')
  expect(requests).toEqual([])
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('button', { name: 'Pin 13' })).toBeInTheDocument()
  expect(requests).toHaveLength(1)
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('a comment that waits for the network can be corrected, and is sent only after another Submit', async () => {
  const { requests } = givenServer()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Written in a tunnel')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  await user.click(screen.getByRole('button', { name: 'Pin sending' }))
  expect(composer().getByText(/^Waits for a connection/)).toBeVisible()
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await user.type(textField(), ', and read again')
  expect(requests).toEqual([])
  expect(screen.getByRole('listitem')).toHaveTextContent('Not sent yet')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(requests).toMatchObject([{ text: 'Written in a tunnel, and read again' }])
})

test('a comment that waits for the network can be deleted', async () => {
  const { requests } = givenServer()
  const { user, project } = await submitOffline('Ana')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderCommentPage(project)
  await user.click(screen.getByRole('button', { name: 'Pin sending' }))
  await user.click(composer().getByRole('button', { name: 'Delete draft' }))
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
  expect(requests).toEqual([])
})

test('a comment is sent to a server that answers although the browser says that it is offline', async () => {
  const stored = givenComment({
    commenter: 'Ana',
    text: 'No Wi-Fi needed',
    x: 250.4,
    y: 446,
    number: 13,
    mine: true,
  })
  server.use(
    http.post('*/comment/add/:projectId', async ({ request }) => {
      const { _id } = newCommentSchema.parse(await request.json())
      return HttpResponse.json({ ...stored, _id }, { status: 201 })
    }),
  )
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'No Wi-Fi needed')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('button', { name: 'Pin 13' })).toBeInTheDocument()
})

/** Submits a comment without a network and closes the page. The network is back afterwards. */
async function submitOffline(name: string) {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { user, project, unmount } = await openComposer()
  await user.type(nameField(), name)
  await user.type(textField(), 'Written in a tunnel')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  unmount()
  onLine.mockReturnValue(true)
  return { user, project }
}

test('a comment that waits for the network is sent after a reload', async () => {
  const { requests } = givenServer()
  const { project } = await submitOffline('Ana')
  renderCommentPage(project)
  expect(await screen.findByRole('button', { name: 'Pin 13' })).toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

const viewOnly: Partial<Project> = { link: { ...link, permission: 'view' } }

test('a comment that waits for the network fails when comments are not possible', async () => {
  const code = 'view_only'
  const { text: reason, status } = errorCatalogue[code]
  const { requests } = givenServer({
    answer: (_request, tries) => (tries === 1 ? refusal(status, code, reason) : undefined),
  })
  const { user, project } = await submitOffline('Ana')
  const can = { ...project.can, comment: false }
  const { unmount: leave } = renderCommentPage({ ...project, ...viewOnly, can })
  expect(await screen.findByText(`Not sent. ${reason}`)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Pin failed' }))
  expect(textField()).toHaveValue('Written in a tunnel')
  expect(composer().getByText(`${reason} Your text is kept.`)).toBeVisible()
  expect(composer().getByRole('button', { name: 'Delete draft' })).toBeEnabled()

  leave()
  renderCommentPage(project)
  expect(await screen.findByText('Not sent. Open it to try again.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Pin failed' }))
  expect(composer().queryByRole('alert')).not.toBeInTheDocument()
  expect(requests).toHaveLength(1)
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('button', { name: 'Pin 13' })).toBeInTheDocument()
})

test('a comment that an ended link refused loses the reason when the project opens again', async () => {
  const { text, status } = errorCatalogue.link_ended
  givenServer({ answer: () => refusal(status, 'link_ended', text) })
  const { user, project, queryClient } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Hello')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  expect(await composer().findByRole('alert')).toHaveTextContent(text)
  const loadedAt = new Date().toISOString()
  queryClient.setQueryData(projectKeys.project(project._id), { ...project, loadedAt })
  await waitFor(() => expect(composer().queryByRole('alert')).not.toBeInTheDocument())
  expect(textField()).toHaveValue('Hello')
})

test('a page that does not know yet that comments are possible again fails no comment of another tab', async () => {
  const { requests } = givenServer()
  const project = givenProject()
  renderCommentPage({ ...project, ...viewOnly, can: { ...project.can, comment: false } })
  const spot = { parent: null, version: randomId(), kind: 'pin', x: 250, y: 446 } as const
  const draft = { ...newDraft(project, spot), commenter: 'Ana', text: 'Written in a tunnel' }
  act(() => saveDraft(project.permanentId, { ...draft, status: 'sending' }))
  expect(screen.getByRole('listitem')).toHaveTextContent('Sending...')
  act(() => saveDraft(project.permanentId, { ...draft, status: 'queued' }))
  expect(screen.getByRole('listitem')).toHaveTextContent('Waits for a connection')
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('button', { name: 'Pin 13' })).toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

test('the owner writes under the name of the account', async () => {
  await openComposer(givenProject({ isOwner: true }))
  expect(nameField()).toHaveValue('Mara Hald')
  expect(nameField()).toHaveAttribute('readonly')
  expect(textField()).toHaveFocus()
})

test('a name typed on a project of others is there the next time, also after comments on an own project', async () => {
  givenServer()
  givenSession()
  const { user, unmount } = await openComposer()
  expect(nameField()).toHaveValue('Mara Hald')
  await user.clear(nameField())
  await user.type(nameField(), 'Mara from Studio Hald')
  await user.type(textField(), 'Calm')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  unmount()

  const own = await openComposer(givenProject({ isOwner: true }))
  await user.type(textField(), 'Mine')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  own.unmount()

  await openComposer()
  expect(nameField()).toHaveValue('Mara from Studio Hald')
})

test('a comment that waits for the network is not sent under another login until its author has seen the name', async () => {
  const { requests } = givenServer()
  const { user, project } = await submitOffline('Priya')
  givenSession()
  renderCommentPage({ ...project, isOwner: true, can: { ...project.can, manage: true } })
  expect(await screen.findByText(/^Not sent. You have logged in or out since you wrote this/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(nameField()).toHaveValue('Mara Hald')
  expect(nameField()).toHaveAccessibleDescription('The name of your account.')
  expect(requests).toEqual([])
  await user.click(composer().getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: /^Pin 13/ })).toBeInTheDocument()
  expect(requests).toMatchObject([{ commenter: 'Mara Hald', text: 'Written in a tunnel' }])
})

test('a comment on the whole design drops its spot, and is stored and sent without one', async () => {
  const { requests } = givenServer()
  const { user } = await openComposer()
  await user.type(nameField(), 'Ana')
  await user.type(textField(), 'Lovely all over')
  await user.click(composer().getByRole('radio', { name: 'Whole design' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Draft comment on the whole design' }))
  expect(textField()).toHaveValue('Lovely all over')
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(requests[0]).toMatchObject({ kind: 'design' })
  expect(requests[0]).not.toHaveProperty('x')
})

/** Pastes a file into the comment. Adding it takes longer than the next action of the test. */
function paste(type: string) {
  const files = [new File(['bytes'], 'shot', { type })]
  fireEvent.paste(textField(), { clipboardData: { files, types: ['Files'] } })
}

/** Stores pictures, and counts them. */
function givenPictureServer() {
  const uploads: string[] = []
  server.use(
    http.post('*/projects/:projectId/pictures', ({ request: { url } }) => {
      uploads.push(url)
      return HttpResponse.json(givenPicture(), { status: 201 })
    }),
  )
  return uploads
}

test('Submit waits for a picture that is being added, even if it is all there is to send', async () => {
  const { requests } = givenServer()
  const uploads = givenPictureServer()
  await openComposer(givenProject({ isOwner: true }))
  paste('image/png')
  fireEvent.keyDown(textField(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(uploads).toHaveLength(1)
  expect(requests).toMatchObject([{ text: '', pictures: [expect.any(String)] }])
  expect(screen.queryByRole('button', { name: 'Pin draft' })).not.toBeInTheDocument()
})

test('Send in the list waits for a picture that is being added', async () => {
  const { requests } = givenServer()
  givenPictureServer()
  const { user } = await openComposer(givenProject({ isOwner: true }))
  await user.type(textField(), 'As shown here')
  const send = await screen.findByRole('button', { name: 'Send' })
  paste('image/png')
  fireEvent.click(send)
  await waitFor(() =>
    expect(requests).toMatchObject([{ text: 'As shown here', pictures: [expect.any(String)] }]),
  )
})

test('a comment is not sent without a picture that was refused after Submit', async () => {
  const { requests } = givenServer()
  const { user } = await openComposer(givenProject({ isOwner: true }))
  await user.type(textField(), 'As shown here')
  paste('image/svg+xml')
  fireEvent.keyDown(textField(), { key: 'Enter', ctrlKey: true })
  expect(await composer().findByRole('alert')).toHaveTextContent('This file is not a supported picture.')
  expect(requests).toEqual([])
  await user.click(composer().getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(isComposerOpen()).toBe(false))
  expect(requests).toMatchObject([{ text: 'As shown here' }])
})

test('an open composer says at once that the link becomes view-only, and offers the text', async () => {
  const reason = 'This link is view-only.'
  const { user, project, queryClient } = await openComposer()
  const setProject = (part: Partial<Project>) =>
    act(() => void queryClient.setQueryData(projectKeys.project(project._id), { ...project, ...part }))
  const can = { ...project.can, comment: false }
  setProject({ can, link: { ...project.link, permission: 'view' } })
  expect(await composer().findByText(reason)).toBeVisible()
  expect(composer().queryByRole('button', { name: 'Copy text' })).not.toBeInTheDocument()

  await user.type(textField(), 'The moon is lovely')
  expect(composer().getByText(`${reason} Your text is kept.`)).toBeVisible()
  expect(composer().getByRole('button', { name: 'Copy text' })).toBeVisible()
  expect(composer().queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument()

  setProject({})
  expect(await composer().findByRole('button', { name: 'Submit' })).toBeVisible()
  expect(textField()).toHaveValue('The moon is lovely')
})

test('an account that is renamed in another tab shows its new name in an open composer', async () => {
  const { user } = givenSession()
  await openComposer()
  expect(nameField()).toHaveValue(user.name)
  localStorage.setItem('pinmark.user', JSON.stringify({ ...user, name: 'Mara Lind' }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pinmark.user' })))
  await waitFor(() => expect(nameField()).toHaveValue('Mara Lind'))
})

test('a name that was typed stays when the account is renamed in another tab', async () => {
  const { user: account } = givenSession()
  const { user } = await openComposer()
  await user.clear(nameField())
  await user.type(nameField(), 'The studio')
  localStorage.setItem('pinmark.user', JSON.stringify({ ...account, name: 'Mara Lind' }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pinmark.user' })))
  expect(nameField()).toHaveValue('The studio')
})

test('an owner comments under the present name of their account', async () => {
  givenSession()
  const { project, queryClient } = await openComposer(givenProject({ isOwner: true }))
  expect(nameField()).toHaveValue('Mara Hald')
  const renamed = { ...project, owner: { name: 'Mara Lind' } }
  act(() => void queryClient.setQueryData(projectKeys.project(project._id), renamed))
  expect(await composer().findByDisplayValue('Mara Lind')).toBe(nameField())
})
