import type { Design } from '@pinmark/shared/entities/project'
import { pdfOf } from '@pinmark/testbed/test-pdf'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { newPicture, openProject } from '../../test/given-design'
import { givenComment, givenProject, givenSettings, type GivenProject } from '../../test/given-project'
import { emptyTrash } from '../ops/sweep.record'

const app = sharedTestApp()

const page = (words: string) => ({
  ...{ width: 200, height: 100 },
  content: `BT /F 12 Tf 20 60 Td (${words}) Tj ET`,
})
const add = async (project: GivenProject, file: Buffer, name: string, lines?: unknown): Promise<Design> => {
  const form = app.api.post(`/projects/${project._id}/designs`).set(project.owner.auth)
  void form.attach('image', file, { filename: name })
  if (lines) void form.attach('lines', Buffer.from(JSON.stringify(lines)), { filename: 'lines.json' })
  const answer = await form
  expect(answer).toMatchObject({ status: 201, body: { failed: [] } })
  return answer.body.designs[0]
}
const pathOf = (project: { _id: string }, { _id, versions }: Design) =>
  `/projects/${project._id}/designs/${_id}/versions/${versions.at(-1)?._id}/lines`
const stored = () =>
  mongoose.connection.collection('imagelines').countDocuments({ words: 'kept with its design' })

test('people with the link read the text of a PDF, as long as they see the design', async () => {
  const project = await givenProject(app.api)
  const design = await add(project, pdfOf([page('Buy tickets')]), 'cart.pdf')

  const read = () => app.api.get(pathOf(project, design))
  expect((await read()).body).toEqual([{ text: 'Buy tickets', box: expect.any(Array), source: 'pdf' }])
  const other = await givenProject(app.api)
  expect((await app.api.get(pathOf(other, design))).status).toBe(404)
  await app.api.delete(`/projects/${project._id}/designs/${design._id}`).set(project.owner.auth)
  expect(await read()).toMatchObject({ status: 404, body: { code: 'design_not_found' } })
  await givenSettings(app.api, project, { closed: true })
  expect((await read()).status).toBe(404)
})

test('lines that a program has captured are stored with selector and role', async () => {
  const project = await givenProject(app.api)
  const line = { text: 'Checkout', box: [10.4, 20, 80, 16.2], selector: '#pay > a', role: 'link' }
  const design = await add(project, await newPicture(), 'shop.png', [line])

  expect((await app.api.get(pathOf(project, design))).body).toEqual([
    { ...line, box: [10, 20, 81, 17], source: 'capture' },
  ])
})

const line = { text: 'Checkout', box: [0, 0, 10, 10] }
test.each<[string, unknown]>([
  ['no list', { lines: [line] }],
  ['no text', [{ ...line, text: ' ' }]],
  ['a control character', [{ ...line, text: 'a\u0000b' }]],
  ['a text of 201 letters', [{ ...line, text: 'a'.repeat(201) }]],
  ['a box outside of the picture', [{ ...line, box: [395, 0, 10, 10] }]],
  ['a negative box', [{ ...line, box: [-1, 0, 10, 10] }]],
  ['a box of three numbers', [{ ...line, box: [0, 0, 10] }]],
  ['a box without a height', [{ ...line, box: [0, 0, 10, null] }]],
  ['another field', [{ ...line, source: 'pdf' }]],
  ['a role of markup', [{ ...line, role: '<b>' }]],
  ['5,001 lines', Array.from({ length: 5_001 }, () => line)],
])('captured lines with %s are refused', async (_case, lines) => {
  const project = await givenProject(app.api)
  const answer = await app.api
    .post(`/projects/${project._id}/designs`)
    .set(project.owner.auth)
    .attach('image', await newPicture(), { filename: 'a.png' })
    .attach('lines', Buffer.from(JSON.stringify(lines)), { filename: 'lines.json' })

  expect(answer).toMatchObject({ status: 400, body: { code: 'lines_not_valid' } })
})

test.each<[string, Buffer, string]>([
  ['no JSON', Buffer.from('[{'), 'a.png'],
  ['no UTF-8', Buffer.from([0x5b, 0xff, 0x5d]), 'a.png'],
  ['for a PDF', Buffer.from('[]'), 'a.pdf'],
])('captured lines that are %s are refused', async (_case, lines, filename) => {
  const project = await givenProject(app.api)
  const file = filename.endsWith('pdf') ? pdfOf([page('Buy')]) : await newPicture()
  const answer = await app.api
    .post(`/projects/${project._id}/designs`)
    .set(project.owner.auth)
    .attach('image', file, { filename })
    .attach('lines', lines, { filename: 'lines.json' })

  expect(answer).toMatchObject({ status: 400, body: { code: 'lines_not_valid' } })
})

test.each([
  ['short', [line]],
  ['long', Array.from({ length: 500 }, () => line)],
])('%s lines that are sent as a text instead of a file are refused, not lost', async (_case, lines) => {
  const project = await givenProject(app.api)
  const answer = await app.api
    .post(`/projects/${project._id}/designs`)
    .set(project.owner.auth)
    .attach('image', await newPicture(), { filename: 'a.png' })
    .field('lines', JSON.stringify(lines))

  expect(answer).toMatchObject({ status: 400, body: { code: 'lines_not_valid' } })
})

test('lines are copied with their design, and are deleted with it', async () => {
  const project = await givenProject(app.api)
  const design = await add(project, pdfOf([page('Kept with its design')]), 'cart.pdf')

  const copied = await app.api.post(`/projects/${project._id}/copy`).set(project.owner.auth)
  const copy = await openProject(app.api, { ...copied.body, owner: project.owner })
  const copiedDesign = copy.designs.find(({ title }) => title === design.title)
  if (!copiedDesign) throw new Error('the design was not copied')
  expect((await app.api.get(pathOf(copy, copiedDesign)).set(project.owner.auth)).body).toMatchObject([
    { text: 'Kept with its design' },
  ])
  expect(await stored()).toBe(2)

  await app.api.delete(`/projects/${project._id}/designs/${design._id}`).set(project.owner.auth)
  expect(await stored()).toBe(2)
  await emptyTrash()
  expect(await stored()).toBe(1)
})

test('a search finds words in the newest versions, without case and accents', async () => {
  const project = await givenProject(app.api)
  const cart = await add(project, pdfOf([page('Buy tickets')]), 'cart.pdf')
  const shop = await add(project, await newPicture(), 'shop.png', [{ ...line, text: 'Tíckets here' }])
  const find = async (search: string) =>
    (await app.api.get(`/projects/${project._id}/texts`).query({ search })).body

  expect(await find('TICKETS')).toMatchObject([
    { design: cart._id, version: cart.versions[0]?._id, text: 'Buy tickets' },
    { design: shop._id, text: 'Tíckets here', box: [0, 0, 10, 10] },
  ])
  expect(await find('checkout')).toEqual([])
  expect(await find('')).toEqual([])
})

test('every export of comments says which words of the design they are at', async () => {
  const project = await givenProject(app.api)
  const words = { text: '=Buy *tickets*', box: [20, 20, 100, 20], selector: '#buy' }
  const { _id: design } = await add(project, await newPicture(), 'shop.png', [words])
  await givenComment(app.api, project._id, { design, x: 50, y: 30 })
  const read = async (format: string) =>
    (await app.api.get(`/projects/${project._id}/export`).query({ format })).text

  expect(JSON.parse(await read('json')).comments[0]).toMatchObject({
    ...{ quote: '=Buy *tickets*', selector: '#buy' },
  })
  expect(await read('csv')).toContain(",'=Buy *tickets*,\r\n")
  expect(await read('markdown')).toContain('near “=Buy \\*tickets\\*”')
  expect(JSON.parse(await read('annotations')).items[0].target.selector).toEqual([
    expect.objectContaining({ type: 'FragmentSelector' }),
    { type: 'TextQuoteSelector', exact: '=Buy *tickets*' },
  ])
})
