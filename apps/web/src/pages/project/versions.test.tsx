import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { errorCatalogue } from '@pinmark/shared/messages'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { clickDesign } from '../../../test/click-design'
import { givenComment, givenProject } from '../../../test/comment-page'
import { refusal } from '../../../test/given'
import { openPage } from '../../../test/open-project'
import { eventStream, givenEvents, server } from '../../../test/server'
import { newDraft, type Draft } from '../../features/review/drafts/draft'
import { changeDraft, readDrafts, saveDraft } from '../../features/review/drafts/draft-store'
import { chooseShowsNext } from '../../features/review/thread-list'
import { randomId } from '../../lib/identity'

beforeEach(() => {
  givenCanvasLayout()
  server.use(http.get('/projects/:id/events', () => delay('infinite')))
})

/** A design with some versions, a day apart. */
function givenDesign(title: string, versions: number): Design {
  const [design] = givenProject().designs
  const [version] = design?.versions ?? []
  if (!design || !version) throw new Error('The project has no design.')
  return {
    _id: randomId(),
    title,
    versions: Array.from({ length: versions }, (_, index) => ({
      ...version,
      _id: randomId(),
      number: index + 1,
      createdAt: `2026-11-0${index + 1}T10:00:00.000Z`,
    })),
  }
}

function on(design: Design, number: number, change: Partial<Comment> = {}): Comment {
  const version = design.versions[number - 1]?._id ?? ''
  const x = (change.number ?? 1) * 120
  return givenComment({ design: design._id, version, x, y: 300, ...change })
}

function givenProjectOf(designs: Design[], comments: Comment[]): Project {
  return givenProject({ designs, comments })
}

const viewer = () => within(screen.getByRole('region', { name: 'Design' }))
const picture = (title: string, number: number) =>
  screen.findByRole('img', { name: `Design: ${title}, version ${number}` })
const pinNames = () =>
  viewer()
    .queryAllByRole('button', { name: /^Comment \d+ by/ })
    .map((pin) => pin.getAttribute('aria-label')?.split(':')[0])

test('the newest version shows all open comments of its design, and those resolved since it arrived', async () => {
  const design = givenDesign('Landing page', 2)
  const other = givenDesign('Welcome e-mail', 1)
  const by = { at: '2026-11-01T12:00:00.000Z', by: 'Mara' }
  openPage(
    givenProjectOf(
      [design, other],
      [
        on(design, 1, { number: 1, text: 'Open since the first version' }),
        on(design, 1, { number: 2, text: 'Done before', resolved: by }),
        on(design, 1, { number: 3, text: 'Done now', resolved: { ...by, at: '2026-11-02T12:00:00.000Z' } }),
        on(design, 2, { number: 4, text: 'On the newest' }),
        on(other, 1, { number: 5, text: 'On the e-mail' }),
      ],
    ),
  )
  await picture('Landing page', 2)
  expect(pinNames()).toEqual(['Comment 1 by Luis, open', 'Comment 4 by Luis, open'])
  expect(screen.getByRole('radio', { name: 'Resolved 1' })).toBeVisible()
  expect(screen.queryByText('1 resolved on earlier versions')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'All 3' }))
  expect(pinNames()).toHaveLength(3)

  await userEvent.click(screen.getByRole('button', { name: '1 resolved on earlier versions' }))
  await picture('Landing page', 1)
  expect(screen.getByText('Done before')).toBeVisible()
})

test('a search says how many comments of other designs match, and leads to them', async () => {
  const [landing, mail, form] = [
    givenDesign('Landing page', 2),
    givenDesign('Welcome e-mail', 1),
    givenDesign('Form', 1),
  ]
  openPage(
    givenProjectOf(
      [landing, mail, form],
      [
        on(mail, 1, { number: 1, text: 'A larger logo' }),
        on(mail, 1, {
          number: 2,
          text: 'The logo is blurred',
          resolved: { at: '2026-11-02T12:00:00.000Z', by: 'Mara' },
        }),
        on(landing, 1, { number: 3, text: 'Logo in white' }),
        on(form, 1, { number: 4, text: 'Longer fields' }),
      ],
    ),
  )
  await picture('Landing page', 2)
  await userEvent.click(screen.getByRole('button', { name: 'Search comments' }))
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search comments' }), 'logo')
  const found = within(await screen.findByRole('group', { name: 'Found on' }))
  const names = () => found.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Landing page 1', 'Welcome e-mail 2'])
  expect(found.getByRole('button', { current: true })).toHaveTextContent('Landing page')

  await userEvent.click(found.getByRole('button', { name: 'Welcome e-mail 2' }))
  await picture('Welcome e-mail', 1)
  expect(pinNames()).toEqual(['Comment 1 by Luis, open', 'Comment 2 by Luis, resolved'])
  expect(found.getByRole('button', { current: true })).toHaveFocus()
  expect(names()).toEqual(['Landing page 1', 'Welcome e-mail 2'])

  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox', { name: 'Search comments' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Search comments' })).toHaveFocus()
})

test('a design without comments has a search for those of other designs', async () => {
  const [landing, mail] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 1)]
  openPage(givenProjectOf([landing, mail], [on(mail, 1, { text: 'A larger logo' })]))
  await picture('Landing page', 1)
  const list = within(screen.getByRole('region', { name: 'Comments' }))
  expect(list.getByText('No comments yet')).toBeVisible()
  await userEvent.click(list.getByRole('button', { name: 'Search comments' }))
  const field = await screen.findByRole('searchbox', { name: 'Search comments' })
  await userEvent.type(field, 'logo')
  expect(await list.findByText('No comment found')).toBeVisible()
  expect(await list.findByRole('button', { name: 'Welcome e-mail 1' })).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'nowhere')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Found on' })).toBeNull())
})

test('an old version is read-only with its own comments, and one press leads back', async () => {
  const design = givenDesign('Landing page', 3)
  const project = givenProjectOf(
    [design],
    [
      on(design, 2, { number: 1, text: 'Still open', can: { edit: true, delete: true, resolve: true } }),
      on(design, 2, { number: 2, resolved: { at: '2026-11-02T12:00:00.000Z', by: 'Mara' } }),
      on(design, 3, { number: 3 }),
    ],
  )
  openPage(project, `/project/${project._id}?v=2`)
  await picture('Landing page', 2)
  expect(pinNames()).toEqual(['Comment 1 by Luis, open', 'Comment 2 by Luis, resolved'])
  expect(screen.getByRole('radio', { name: 'All 2' })).toBeChecked()
  expect(screen.getByText('View only')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add comment' })).toBeNull()
  const bar = within(screen.getByRole('region', { name: 'Old version' }))
  expect(await bar.findByText('Version 2 of 3')).toBeVisible()

  await userEvent.click(viewer().getByRole('button', { name: /^Comment 1 by/ }))
  const thread = within(await screen.findByRole('dialog'))
  expect(thread.queryByRole('button', { name: 'Resolve' })).toBeNull()
  expect(thread.queryByRole('textbox', { name: 'Reply' })).toBeNull()

  await userEvent.click(bar.getByRole('button', { name: 'Go to the newest' }))
  await picture('Landing page', 3)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('That comment was deleted.')).toBeNull()
  expect(pinNames()).toHaveLength(2)
})

test('the menu lists versions newest first with their counts, and selects one', async () => {
  const design = givenDesign('Landing page', 2)
  openPage(givenProjectOf([design], [on(design, 1, { number: 1 })]))
  const button = await screen.findByRole('button', {
    name: /^Landing page.*Version 2.*of 2, choose a version$/,
  })
  await userEvent.click(button)
  const rows = await screen.findAllByRole('menuitemradio')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Version 2Newest2 Nov 2026, 10:00 · Mara Hald1 open',
    'Version 11 Nov 2026, 10:00 · Mara Hald1 open',
  ])
  expect(rows[0]).toBeChecked()
  await userEvent.click(rows[1] ?? button)
  await picture('Landing page', 1)
})

test('the link of a comment opens the design and version it is on', async () => {
  const [first, second] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 2)]
  const resolved = { at: '2026-11-01T12:00:00.000Z', by: 'Mara' }
  const comment = on(second, 1, { number: 4, text: 'The logo is small', resolved })
  const project = givenProjectOf([first, second], [comment])
  openPage(project, `/project/${project._id}?comment=${comment._id}`)
  await picture('Welcome e-mail', 1)
  expect(await screen.findByRole('dialog')).toHaveTextContent('The logo is small')
})

test('an unknown version shows a note and the newest version', async () => {
  const design = givenDesign('Landing page', 3)
  const project = givenProjectOf([design], [])
  openPage(project, `/project/${project._id}?v=7`)
  await picture('Landing page', 3)
  expect(await screen.findByText('Version 7 is not there. This is the newest.')).toBeVisible()
})

/** Serves a project whose designs change when the returned function is called, as on a page of another person. */
function givenChange(project: Project, designs: Design[]): () => void {
  const { comments: _, commentsNext: __, ...state } = project
  let tell = () => {}
  const told = new Promise<void>((resolve) => (tell = resolve))
  server.use(
    http.get('/projects/:id/events', async () => {
      await told
      return eventStream({ type: 'project.changed', project: { ...state, designs } })
    }),
  )
  return tell
}

test('an arriving version is shown on request, and an open draft moves to it', async () => {
  const design = givenDesign('Landing page', 2)
  const [first] = design.versions
  if (!first) throw new Error('The design has no version.')
  const project = givenProjectOf([{ ...design, versions: [first] }], [])
  const addVersion = givenChange(project, [design])
  openPage(project)
  const image = await picture('Landing page', 1)
  clickDesign(image, 200, 150)
  const field = await screen.findByLabelText('Your comment')
  await userEvent.type(field, 'Half a thought')

  addVersion()
  const show = await screen.findByRole('button', { name: 'Show' })
  expect(screen.getByText('Version 2 is here.')).toBeVisible()
  expect(await picture('Landing page', 1)).toBeVisible()
  expect(field).toHaveFocus()

  await userEvent.click(show)
  await picture('Landing page', 2)
  expect(await screen.findByLabelText('Your comment')).toHaveValue('Half a thought')
  expect(readDrafts(project.permanentId)).toMatchObject([
    { version: design.versions[1]?._id, x: 200, y: 150 },
  ])
})

test('an open draft moves with the rows that the server finds on the newer version', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProjectOf([{ ...design, versions: design.versions.slice(0, 1) }], [])
  const runs = [{ before: { y: 0, h: 400 }, after: { y: 40, h: 400 } }]
  server.use(
    http.get('/projects/:id/designs/:designId/changes', () =>
      HttpResponse.json({ from: 1, to: 2, changes: [], runs }),
    ),
  )
  const addVersion = givenChange(project, [design])
  openPage(project)
  clickDesign(await picture('Landing page', 1), 200, 150)
  await userEvent.type(await screen.findByLabelText('Your comment'), 'Half a thought')

  addVersion()
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }))

  await waitFor(() => expect(readDrafts(project.permanentId)).toMatchObject([{ x: 200, y: 190 }]))
})

test('a shown version that someone else removes is replaced by the one before, with a note', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProjectOf([design], [])
  const removeVersion = givenChange(project, [{ ...design, versions: design.versions.slice(0, 1) }])
  openPage(project)
  await picture('Landing page', 2)

  removeVersion()
  expect(await screen.findByText('Version 2 was removed. This is the newest.')).toBeVisible()
  expect(await picture('Landing page', 1)).toBeVisible()
})

test('the first design, deleted by someone else while it is shown, is replaced by the next, with a note', async () => {
  const [first, second] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 1)]
  const project = givenProjectOf([first, second], [])
  const deleteDesign = givenChange(project, [second])
  openPage(project)
  await picture('Landing page', 1)

  deleteDesign()
  expect(await screen.findByText('That design was deleted.')).toBeVisible()
  expect(await picture('Welcome e-mail', 1)).toBeVisible()
})

test('the shown design stays when someone else changes the order, and each tile still shows its design', async () => {
  const [first, second] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 1)]
  const project = givenProjectOf([first, second], [])
  const changeOrder = givenChange(project, [second, first])
  openPage(project)
  await picture('Landing page', 1)
  const tiles = () => screen.getAllByRole('button', { name: /^(Landing page|Welcome e-mail)/ })

  changeOrder()
  await waitFor(() => expect(tiles()[0]).toHaveTextContent('Welcome e-mail'))
  expect(await picture('Landing page', 1)).toBeVisible()

  for (const { title } of [second, first]) {
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${title}`) }))
    expect(await picture(title, 1)).toBeVisible()
  }
})

test('Compare does not open by itself when the version in the address arrives', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProjectOf([{ ...design, versions: design.versions.slice(0, 1) }], [])
  const addVersion = givenChange(project, [design])
  openPage(project, `/project/${project._id}?compare=1-2`)
  await picture('Landing page', 1)
  expect(await screen.findByText('Version 2 is not there. This is the newest.')).toBeVisible()
  await waitFor(() => expect(screen.getByTestId('query')).toBeEmptyDOMElement())

  addVersion()
  expect(await screen.findByText('Version 2 is here.')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: /^Compare versions of/ })).toBeNull()
})

/** A comment with text on a version, as another tab stores it. */
function givenDraftOn(project: Project, version: string): Draft {
  const draft = newDraft(project, { parent: null, version, kind: 'pin', x: 200, y: 150 })
  saveDraft(project.permanentId, { ...draft, text: 'Half a thought' })
  return draft
}

test('a draft of another tab on a version that this page has not loaded keeps its spot', async () => {
  const project = givenProjectOf([givenDesign('Landing page', 2)], [])
  openPage(project)
  await screen.findByRole('button', { name: /choose a version$/ })
  const version = randomId()
  act(() => void givenDraftOn(project, version))
  expect(readDrafts(project.permanentId)).toMatchObject([{ version, kind: 'pin', x: 200, y: 150 }])
})

test('a draft that another tab moves to a version that this page has not loaded keeps its spot', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProjectOf([design], [])
  const { key, startedAt } = givenDraftOn(project, design.versions[1]?._id ?? '')
  await waitFor(() => expect(new Date().toISOString() > startedAt).toBe(true))
  openPage(project)
  await screen.findByRole('button', { name: /choose a version$/ })
  const moved = { version: randomId(), followedAt: new Date().toISOString() }
  act(() => changeDraft(project.permanentId, key, moved))
  expect(readDrafts(project.permanentId)).toMatchObject([{ ...moved, kind: 'pin', x: 200, y: 150 }])
})

test('a draft whose version was removed before the page opened moves to the newest, without its spot', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProjectOf([design], [])
  const { startedAt } = givenDraftOn(project, randomId())
  await waitFor(() => expect(new Date().toISOString() > startedAt).toBe(true))
  openPage(project)
  await waitFor(() =>
    expect(readDrafts(project.permanentId)).toMatchObject([
      { version: design.versions[1]?._id, kind: 'design', text: 'Half a thought' },
    ]),
  )
})

/** Four open comments of the first version on the second: one placed, two to check, and one whose spot is
 *  gone. */
function givenCarried() {
  const design = givenDesign('Landing page', 2)
  const version = design.versions[1]?._id ?? ''
  const states = ['followed', 'check', 'gone', 'check'] as const
  const comments = states.map((state, index) =>
    on(design, 1, { number: index + 1, text: state, places: [{ version, x: 200, y: 300, state }] }),
  )
  return {
    design,
    version,
    comments,
    project: givenProject({ designs: [design], comments, isOwner: true, can: all }),
  }
}

const all = { comment: true, rename: true, delete: true, resolve: true, manage: true, own: true }

/** Answers as the server does, and records the requests. */
function givenPlacing({ version, comments }: ReturnType<typeof givenCarried>) {
  const asked: unknown[] = []
  server.use(
    http.put('/projects/:id/comments/:commentId/place', async ({ request, params }) => {
      const place = await request.json()
      asked.push(place)
      const comment = comments.find(({ _id }) => _id === params['commentId'])
      return HttpResponse.json({ ...comment, places: [{ version, x: 200, y: 300, state: 'followed' }] })
    }),
  )
  return asked
}

test('the owner sees how the comments were placed, and steps through those to check', async () => {
  const user = userEvent.setup()
  const carried = givenCarried()
  const asked = givenPlacing(carried)
  openPage(carried.project)
  const bar = within(await screen.findByRole('region', { name: 'Carried comments' }))
  expect(await bar.findByRole('status')).toHaveTextContent(
    '4 comments carried over: 1 followed the design, 2 to check, 1 whose spot is gone',
  )
  await user.click(bar.getByRole('button', { name: 'Review' }))
  expect(bar.getByRole('status')).toHaveTextContent('1 of 3 to review')
  const rightHere = await screen.findByRole('button', { name: 'Right here' })
  await waitFor(() => expect(rightHere).toHaveFocus())
  await user.keyboard('n')
  expect(bar.getByRole('status')).toHaveTextContent('2 of 3 to review Its spot is gone.')
  expect(await screen.findByText('This part is gone')).toBeVisible()
  await user.keyboard('pp')
  expect(bar.getByRole('status')).toHaveTextContent('3 of 3 to review')

  await user.keyboard('{Enter}')
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('1 of 2 to review'))
  await user.click(await screen.findByRole('button', { name: 'Right here' }))
  await user.click(await screen.findByRole('button', { name: 'Keep for the whole design' }))
  expect(await screen.findByText('All checked.')).toBeVisible()
  expect(asked).toEqual([
    { state: 'followed', version: carried.version },
    { state: 'followed', version: carried.version },
    { kind: 'design', version: carried.version },
  ])
  expect(screen.queryByRole('region', { name: 'Carried comments' })).toBeNull()
})

test('a carried comment is moved on the version that is shown, even if a newer one has arrived', async () => {
  const user = userEvent.setup()
  const carried = givenCarried()
  const asked = givenPlacing(carried)
  openPage(carried.project)
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await screen.findByRole('button', { name: 'Right here' })
  await user.keyboard('m')
  await screen.findByRole('button', { name: /^New place of the pin/ })
  clickDesign(await picture('Landing page', 2), 400, 350)
  // The server refuses a place on a version that is no longer the newest.
  await waitFor(() => expect(asked).toMatchObject([{ x: 400, version: carried.version }]))
})

test('another design does not count as the end of the review', async () => {
  const user = userEvent.setup()
  const { design, project } = givenCarried()
  const other = givenDesign('Welcome e-mail', 2)
  const version = other.versions[1]?._id ?? ''
  const toCheck = on(other, 1, { number: 5, text: 'mail', places: [{ version, x: 9, y: 9, state: 'check' }] })
  openPage({
    ...project,
    designs: [design, other, givenDesign('Form', 1)],
    comments: [...project.comments, toCheck],
  })
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  const strip = within(await screen.findByRole('navigation', { name: 'Designs' }))
  await user.click(strip.getByRole('button', { name: /^Welcome e-mail/ }))
  await picture('Welcome e-mail', 2)
  expect(await screen.findByText('1 to review')).toBeVisible()
  expect(screen.queryByText('All checked.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next to review' }))
  expect(screen.getByText('1 of 1 to review')).toBeVisible()
  await user.click(strip.getByRole('button', { name: /^Form/ }))
  await picture('Form', 1)
  expect(screen.queryByText('All checked.')).toBeNull()
})

test('a refused answer leaves the comment to check, and shows the reason', async () => {
  const user = userEvent.setup()
  openPage(givenCarried().project)
  server.use(
    http.put('/projects/:id/comments/:commentId/place', () =>
      refusal(409, 'old_version', errorCatalogue.old_version.text),
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: 'Right here' }))
  expect(await screen.findByText(errorCatalogue.old_version.text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Right here' })).toBeEnabled()
})

test('reviewers are told of their own comment to check and of a spot that is gone, and of nothing else', async () => {
  const user = userEvent.setup()
  const { design, comments, version } = givenCarried()
  const own = on(design, 1, {
    ...{ number: 5, text: 'own', mine: true, can: { edit: true, delete: true, resolve: true } },
    places: [{ version, x: 200, y: 300, state: 'check' }],
  })
  openPage(givenProject({ designs: [design], comments: [...comments, own] }))
  await picture('Landing page', 2)
  expect(screen.getAllByText('to check')).toHaveLength(1)
  expect(screen.getAllByText('spot gone')).toHaveLength(1)
  expect(screen.queryByText('from version 1')).toBeNull()
  expect(screen.queryByRole('radio', { name: /^To check/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Carried comments' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Comment 2 by Luis' }))
  expect(await screen.findByRole('dialog', { name: /^Comment 2 by Luis/ })).toBeVisible()
  expect(screen.queryByText('This spot looks different.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Comment 5 by Luis' }))
  expect(await screen.findByRole('button', { name: 'Right here' })).toBeVisible()
})

test.each([
  [{ from: 1, to: 2, changes: [], runs: [] }, 'Nothing changed between version 1 and version 2.'],
  [
    {
      from: 1,
      to: 2,
      changes: [{ kind: 'changed', before: null, after: { x: 0, y: 0, w: 800, h: 600 } }],
      runs: [],
    },
    'These versions have nothing in common. Use Side by side.',
  ],
])('the list of changes says why it is empty', async (answer, words) => {
  const user = userEvent.setup()
  server.use(http.get('/projects/:id/designs/:designId/changes', () => HttpResponse.json(answer)))
  openPage(givenProjectOf([givenDesign('Landing page', 2)], []))
  await picture('Landing page', 2)
  await user.keyboard('v')
  const compare = within(await screen.findByRole('dialog', { name: /^Compare versions of/ }))
  await user.keyboard('4')
  expect(await compare.findByText(words)).toBeVisible()
})

test('Resolve in Compare opens no thread on the page behind it', async () => {
  const user = userEvent.setup()
  const design = givenDesign('Landing page', 2)
  const can = { edit: false, delete: false, resolve: true }
  const [first, second] = [on(design, 2, { number: 1, can }), on(design, 2, { number: 2, can })]
  chooseShowsNext(true)
  server.use(
    http.patch('/projects/:id/comments/:commentId', () =>
      HttpResponse.json({ ...first, resolved: { at: '2026-11-03T10:00:00.000Z', by: 'Mara Hald' } }),
    ),
  )
  openPage(givenProjectOf([design], [first, second]))
  await picture('Landing page', 2)
  await user.keyboard('v')
  const compare = within(await screen.findByRole('dialog', { name: /^Compare versions of/ }))
  const [pin] = await compare.findAllByRole('button', { name: /^Comment 1 by/ })
  if (pin) await user.click(pin)
  await user.click(await screen.findByRole('button', { name: 'Resolve' }))
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible()
  await user.keyboard('{Escape}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Compare/ })).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failed list of changes can be retried', async () => {
  const user = userEvent.setup()
  server.use(http.get('/projects/:id/designs/:designId/changes', () => HttpResponse.error()))
  openPage(givenProjectOf([givenDesign('Landing page', 2)], []))
  await picture('Landing page', 2)
  await user.keyboard('v')
  await user.click(await screen.findByRole('radio', { name: 'Changes' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  const change = { kind: 'added', before: null, after: { x: 10, y: 20, w: 30, h: 40 } }
  server.use(
    http.get('/projects/:id/designs/:designId/changes', ({ request }) => {
      const { search } = new URL(request.url)
      return HttpResponse.json({
        from: 1,
        to: 2,
        changes: search === '?from=1&to=2' ? [change] : [],
        runs: [],
      })
    }),
  )
  await user.click(again)
  expect(await screen.findByRole('button', { name: 'Change 1: added, 30 × 40 px' })).toBeVisible()
})

test('a version that cannot be removed stays, and the reason is shown', async () => {
  const user = userEvent.setup()
  const design = givenDesign('Landing page', 2)
  const project = givenProject({ designs: [design], isOwner: true, can: all })
  server.use(
    http.get('/projects/:id/trash', () => HttpResponse.json([])),
    http.delete('/projects/:id/designs/:designId/versions/:versionId', () =>
      refusal(409, 'not_newest_version', errorCatalogue.not_newest_version.text),
    ),
  )
  openPage(project)
  await user.click(await screen.findByRole('button', { name: /choose a version/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove version 2' }))
  expect(await screen.findByText(errorCatalogue.not_newest_version.text)).toBeVisible()
  expect(await picture('Landing page', 2)).toBeVisible()
})

test('the menu of versions restores a deleted design and shows it', async () => {
  const user = userEvent.setup()
  const [design, deleted] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 1)]
  const project = givenProject({ designs: [design], isOwner: true, can: all })
  const image = deleted.versions[0]?.image
  const inTrash = { design: deleted._id, version: null, title: deleted.title, number: 1, image }
  const restored: unknown[] = []
  openPage(project)
  server.use(
    http.get('/projects/:id/trash', () =>
      HttpResponse.json([{ ...inTrash, deletedAt: '2026-11-04T10:00:00.000Z' }]),
    ),
    http.post('/projects/:id/designs/:designId/restore', ({ params }) => {
      restored.push(params['designId'])
      server.use(
        http.get(`/projects/${project._id}`, () =>
          HttpResponse.json({ ...project, designs: [design, deleted] }),
        ),
        http.get('/projects/:id/trash', () => HttpResponse.json([])),
      )
      return HttpResponse.json(deleted)
    }),
  )
  await user.click(await screen.findByRole('button', { name: /^Landing page.*actions$/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore design Welcome e-mail' }))
  expect(await picture('Welcome e-mail', 1)).toBeVisible()
  expect(restored).toEqual([deleted._id])

  await user.click(await screen.findByRole('button', { name: /^Welcome e-mail.*actions$/ }))
  await screen.findByRole('menuitem', { name: 'Upload new version…' })
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: /^Restore/ })).toBeNull())
})

test('the owner who deletes the shown design reads one note, even if the event is faster than the answer', async () => {
  const user = userEvent.setup()
  const [first, second] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 1)]
  const project = { ...givenProjectOf([first, second], []), isOwner: true, can: all }
  const deleteDesign = givenChange(project, [second])
  server.use(
    http.delete('/projects/:id/designs/:designId', async () => {
      deleteDesign()
      await picture('Welcome e-mail', 1)
      return HttpResponse.json({ ...first, deletedAt: '2026-11-04T10:00:00.000Z' })
    }),
  )
  openPage(project)
  await user.click(await screen.findByRole('button', { name: 'Actions for Landing page' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete design/ }))
  expect(await screen.findByText('Landing page deleted')).toBeVisible()
  expect(screen.queryByText('That design was deleted.')).toBeNull()
})

test('a draft of a deleted design stays with it, is listed as not sent, and is back after the restore', async () => {
  const [first, second] = [givenDesign('Home', 1), givenDesign('Shop', 1)]
  const project = givenProjectOf([first, second], [])
  const version = second.versions[0]?._id ?? ''
  const draft = newDraft(project, { parent: null, version, kind: 'pin', x: 200, y: 150 })
  saveDraft(project.permanentId, { ...draft, commenter: 'Ana', text: 'About the shop', design: second._id })
  const { comments: _, commentsNext: __, ...state } = project
  const send = givenEvents()
  const change = (designs: Design[]) => send({ type: 'project.changed', project: { ...state, designs } })
  openPage(project)
  await picture('Home', 1)
  await change([first])
  expect(await screen.findByText(/Its design was deleted/)).toBeVisible()
  expect(screen.getByText('About the shop')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument()
  expect(viewer().queryByRole('button', { name: /^Draft comment/ })).not.toBeInTheDocument()
  expect(readDrafts(project.permanentId)).toMatchObject([{ version, kind: 'pin', x: 200, y: 150 }])
  await change([first, second])
  await waitFor(() => expect(screen.queryByText(/Its design was deleted/)).not.toBeInTheDocument())
  expect(readDrafts(project.permanentId)).toMatchObject([{ version, kind: 'pin', x: 200, y: 150 }])
})

test('a draft of the only design is not moved to the design that replaced it while the page was away', async () => {
  const [first, second] = [givenDesign('Home', 1), givenDesign('Shop', 1)]
  const project = givenProjectOf([first], [])
  const version = first.versions[0]?._id ?? ''
  const draft = newDraft(project, { parent: null, version, kind: 'pin', x: 200, y: 150 })
  saveDraft(project.permanentId, { ...draft, commenter: 'Ana', text: 'About the home page' })
  const replaceDesign = givenChange(project, [second])
  openPage(project)
  await picture('Home', 1)
  replaceDesign()
  expect(await screen.findByText(/Its design was deleted/)).toBeVisible()
  expect(readDrafts(project.permanentId)).toMatchObject([{ version, kind: 'pin', x: 200, y: 150 }])
})
