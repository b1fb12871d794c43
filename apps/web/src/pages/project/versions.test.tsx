import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design, Project } from '@pinmark/shared/entities/project'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { clickDesign } from '../../../test/click-design'
import { givenComment, givenProject } from '../../../test/comment-page'
import { openPage } from '../../../test/open-project'
import { eventStream, server } from '../../../test/server'
import { readDrafts } from '../../features/comments/drafts/draft-store'
import { randomId } from '../../lib/random-id'

beforeEach(() => {
  givenCanvasLayout()
  server.use(http.get('/projects/:id/events', () => delay('infinite')))
})

/** A design of some versions, a day apart. */
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

function givenRounds(designs: Design[], comments: Comment[]): Project {
  return givenProject({ designs, comments })
}

const viewer = () => within(screen.getByRole('region', { name: 'Design' }))
const picture = (title: string, number: number) =>
  screen.findByRole('img', { name: `Design: ${title}, version ${number}` })
const pinNames = () =>
  viewer()
    .queryAllByRole('button', { name: /^Comment \d+ by/ })
    .map((pin) => pin.getAttribute('aria-label')?.split(':')[0])

test('the newest version shows all that is open in its design, and what was resolved since it arrived', async () => {
  const design = givenDesign('Landing page', 2)
  const other = givenDesign('Welcome e-mail', 1)
  const by = { at: '2026-11-01T12:00:00.000Z', by: 'Mara' }
  openPage(
    givenRounds(
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
  expect(pinNames()).toEqual(['Comment 1 by Luis, open, from an older version', 'Comment 4 by Luis, open'])
  expect(screen.getByText('1 of 3 resolved')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'All 3' }))
  expect(pinNames()).toHaveLength(3)
})

test('an old version is only to be read, with the comments made on it, and one step leads back', async () => {
  const design = givenDesign('Landing page', 3)
  const project = givenRounds(
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
  expect(screen.getByRole('button', { name: 'All 2' })).toHaveAttribute('aria-pressed', 'true')
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

test('the menu lists versions newest first with their counts, and chooses one', async () => {
  const design = givenDesign('Landing page', 2)
  openPage(givenRounds([design], [on(design, 1, { number: 1 })]))
  const button = await screen.findByRole('button', {
    name: /^Landing page.*Version 2.*of 2, choose a version$/,
  })
  await userEvent.click(button)
  const rows = await screen.findAllByRole('menuitemradio')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Version 2Newest2 Nov 2026, 10:00 · Mara HaldNo comments',
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
  const project = givenRounds([first, second], [comment])
  openPage(project, `/project/${project._id}?comment=${comment._id}`)
  await picture('Welcome e-mail', 1)
  expect(await screen.findByRole('dialog')).toHaveTextContent('The logo is small')
})

test('a version that is not there is said, and the newest is shown', async () => {
  const design = givenDesign('Landing page', 3)
  const project = givenRounds([design], [])
  openPage(project, `/project/${project._id}?v=7`)
  await picture('Landing page', 3)
  expect(await screen.findByText('Version 7 is not there. This is the newest.')).toBeVisible()
})

test('a version that arrives waits to be asked for, and what is being written goes on to it', async () => {
  const design = givenDesign('Landing page', 2)
  const [first] = design.versions
  if (!first) throw new Error('The design has no version.')
  const project = givenRounds([{ ...design, versions: [first] }], [])
  const { comments: _, commentsNext: __, ...state } = project
  let tell = () => {}
  server.use(
    http.get('/projects/:id/events', async () => {
      await new Promise<void>((resolve) => (tell = resolve))
      return eventStream({ type: 'project.changed', project: { ...state, designs: [design] } })
    }),
  )
  openPage(project)
  const image = await picture('Landing page', 1)
  clickDesign(image, 200, 150)
  const field = await screen.findByLabelText('Your comment')
  await userEvent.type(field, 'Half a thought')

  tell()
  const show = await screen.findByRole('button', { name: 'Show' })
  expect(screen.getByText('Version 2 is here.')).toBeVisible()
  expect(await picture('Landing page', 1)).toBeVisible()
  expect(field).toHaveFocus()

  await userEvent.click(show)
  await picture('Landing page', 2)
  await userEvent.click(viewer().getByRole('button', { name: 'Draft comment, not sent yet' }))
  expect(await screen.findByLabelText('Your comment')).toHaveValue('Half a thought')
  expect(readDrafts(project.permanentId)).toMatchObject([
    { version: design.versions[1]?._id, x: 200, y: 150 },
  ])
})
