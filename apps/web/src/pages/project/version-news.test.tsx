import type { Design, Project } from '@pinmark/shared/entities/project'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { givenProject } from '../../../test/comment-page'
import { openPage } from '../../../test/open-project'
import { eventStream, server } from '../../../test/server'
import { randomId } from '../../lib/identity'
import { ownChange, versionName } from '../../features/versions/own-versions'

beforeEach(() => {
  givenCanvasLayout()
  server.use(http.get('/projects/:id/events', () => delay('infinite')))
})

/** A design with some versions. Each has a note. */
function givenDesign(title: string, versions: number): Design {
  const [version] = givenProject().designs[0]?.versions ?? []
  if (!version) throw new Error('The project has no version.')
  return {
    _id: randomId(),
    title,
    versions: Array.from({ length: versions }, (_, index) => ({
      ...version,
      _id: randomId(),
      number: index + 1,
      note: index === 0 ? '' : `Note of version ${index + 1}`,
    })),
  }
}

const upTo = (design: Design, versions: number): Design => ({
  ...design,
  versions: design.versions.slice(0, versions),
})
const picture = (title: string, number: number) =>
  screen.findByRole('img', { name: `Design: ${title}, version ${number}` })
const news = () => screen.findByRole('region', { name: 'New version' })
const noNews = () => expect(screen.queryByRole('region', { name: 'New version' })).toBeNull()

/** A visit that shows each of the designs once, and ends. */
async function visit(project: Project, designs: readonly Design[]) {
  for (const { _id, title, versions } of designs) {
    const { unmount } = openPage(
      { ...project, designs: [...designs] },
      `/project/${project._id}?design=${_id}`,
    )
    await picture(title, versions.length)
    unmount()
  }
}

test('a returning reviewer is told once about a new version, with its note and what changed', async () => {
  const design = givenDesign('Landing page', 3)
  const project = givenProject({ designs: [design] })
  await visit(project, [upTo(design, 1)])

  const { unmount } = openPage(project)
  await picture('Landing page', 3)
  expect(await within(await news()).findByText('Version 3 since your visit.')).toBeVisible()
  expect(within(await news()).getByRole('status')).toHaveTextContent('Note of version 3')
  await userEvent.click(screen.getByRole('button', { name: 'See what changed' }))
  expect(await screen.findByRole('dialog', { name: /^Compare versions of/ })).toBeVisible()
  expect(screen.getByTestId('query')).toHaveTextContent('compare=1-3')
  noNews()
  unmount()

  openPage(project)
  await picture('Landing page', 3)
  expect(screen.getByText('Note of version 3')).toBeVisible()
  noNews()
})

test('a new guest reads the note of the newest version under the brief, and none of an old version', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProject({ designs: [design] })
  openPage(project)
  await picture('Landing page', 2)
  expect(screen.getByText('Note of version 2')).toBeVisible()
  noNews()
  await userEvent.click(await screen.findByRole('button', { name: /choose a version$/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Version 1/ }))
  await picture('Landing page', 1)
  await waitFor(() => expect(screen.queryByText('Note of version 2')).toBeNull())
})

test('a hidden note stays hidden, its words move under the brief, and the focus to the design', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProject({ designs: [design] })
  await visit(project, [upTo(design, 1)])
  openPage(project)
  await userEvent.click(await within(await news()).findByRole('button', { name: 'Hide this note' }))
  noNews()
  expect(screen.getByText('Note of version 2')).toBeVisible()
  expect(document.activeElement).toHaveClass('canvas-scroller')
})

test('a reviewer is told about the versions of other designs, until they are shown', async () => {
  const [landing, mail] = [givenDesign('Landing page', 1), givenDesign('Welcome e-mail', 2)]
  const project = givenProject({ designs: [landing, mail] })
  await visit(project, [landing, upTo(mail, 1)])

  openPage(project)
  await picture('Landing page', 1)
  const bar = await news()
  await waitFor(() => expect(bar).toHaveTextContent('Version 2 of Welcome e-mail since your visit.'))
  await userEvent.click(screen.getByRole('button', { name: /^Welcome e-mail/ }))
  await picture('Welcome e-mail', 2)
  expect(await within(await news()).findByText('Version 2 since your visit.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Landing page/, current: false }))
  await picture('Landing page', 1)
  noNews()
})

test('the owner is not told about versions, which they uploaded', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProject({ designs: [design], isOwner: true })
  await visit(project, [upTo(design, 1)])
  openPage(project)
  await picture('Landing page', 2)
  expect(screen.queryByRole('region', { name: 'New version' })).toBeNull()
})

test('a page whose storage is full or forbidden shows the note under the brief', async () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  const design = givenDesign('Landing page', 2)
  openPage(givenProject({ designs: [design] }))
  await picture('Landing page', 2)
  expect(screen.getByText('Note of version 2')).toBeVisible()
  noNews()
})

test('the toast about an arriving version has its note, and leads to what changed', async () => {
  const design = givenDesign('Landing page', 2)
  const project = givenProject({ designs: [upTo(design, 1)] })
  const { comments: _, commentsNext: __, ...state } = project
  let addVersion = () => {}
  const added = new Promise<void>((resolve) => (addVersion = resolve))
  server.use(
    http.get('/projects/:id/events', async () => {
      await added
      return eventStream({ type: 'project.changed', project: { ...state, designs: [design] } })
    }),
  )
  openPage(project)
  await picture('Landing page', 1)
  addVersion()
  const toasts = within(screen.getByRole('region', { name: 'Notes' }))
  expect(await toasts.findByText('Version 2 is here.')).toBeVisible()
  expect(toasts.getByText('Note of version 2')).toBeVisible()
  await userEvent.click(toasts.getByRole('button', { name: 'See what changed' }))
  expect(await screen.findByRole('dialog', { name: /^Compare versions of/ })).toBeVisible()
  expect(screen.getByTestId('query')).toHaveTextContent('compare=1-2')
  await userEvent.keyboard('{Escape}')
  await picture('Landing page', 2)
  noNews()
})

test('versions that arrive during a change of this page are told after it, except its own', async () => {
  const [landing, mail] = [givenDesign('Landing page', 2), givenDesign('Welcome e-mail', 2)]
  const project = givenProject({ designs: [upTo(landing, 1), upTo(mail, 1)] })
  const { comments: _, commentsNext: __, ...state } = project
  let addVersions = () => {}
  const added = new Promise<void>((resolve) => (addVersions = resolve))
  server.use(
    http.get('/projects/:id/events', async () => {
      await added
      return eventStream({ type: 'project.changed', project: { ...state, designs: [landing, mail] } })
    }),
  )
  openPage(project)
  await picture('Landing page', 1)
  let answer = (_: string[]) => {}
  const changing = ownChange(() => new Promise((resolve) => (answer = resolve)))
  addVersions()
  expect(await screen.findByRole('button', { name: /choose a version$/ })).toBeVisible()
  const toasts = within(screen.getByRole('region', { name: 'Notes' }))
  expect(toasts.queryByText(/is here/)).toBeNull()
  answer([versionName(landing._id, 2)])
  await changing
  expect(await toasts.findByText('Version 2 of Welcome e-mail is here.')).toBeVisible()
  expect(toasts.queryByText('Version 2 is here.')).toBeNull()
})
