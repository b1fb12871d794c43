import { expect, test } from 'vitest'
import { projectSchema } from '@pinmark/shared/entities/project'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { sharedTestApp } from '../../test/app-under-test'
import { newPicture } from '../../test/given-design'
import { sendImage } from '../../test/given-image'
import { givenProject } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { ImageModel } from '../images/image.record'

const app = sharedTestApp()

type Project = Awaited<ReturnType<typeof givenProject>>

const red = filledPage(60, 40, [1, 0, 0])
const green = filledPage(50, 70, [0, 1, 0])
const blue = filledPage(80, 20, [0, 0, 1])
const threePages = pdfOf([red, green, blue])
const hugePage = filledPage(3_000_000, 10, [1, 1, 0])

const designsOf = async ({ _id }: { _id: string }) =>
  projectSchema.parse((await app.api.get(`/projects/${_id}?image=none`)).body).designs
const add = (project: Project, pdf: Buffer, query = '') =>
  app.api
    .post(`/projects/${project._id}/designs${query}`)
    .set(project.owner.auth)
    .attach('image', pdf, { filename: 'Checkout.pdf' })

test('each page of a PDF becomes a design, named after its file and number', async () => {
  const project = await givenProject(app.api)

  const answer = await add(project, threePages)

  expect(answer).toMatchObject({ status: 201, body: { failed: [] } })
  const designs = (await designsOf(project)).slice(1)
  expect(designs.map(({ title }) => title)).toEqual(['Checkout 1', 'Checkout 2', 'Checkout 3'])
  expect(designs.map(({ versions }) => versions[0]?.image)).toMatchObject([
    { width: 120, height: 80 },
    { width: 100, height: 140 },
    { width: 160, height: 40 },
  ])
})

test('the same PDF added again gives designs with other names', async () => {
  const project = await givenProject(app.api)

  for (let count = 0; count < 3; count += 1) await add(project, pdfOf([red, green])).expect(201)

  const titles = (await designsOf(project)).slice(1).map(({ title }) => title)
  expect(titles).toEqual([
    ...['Checkout 1', 'Checkout 2'],
    ...['Checkout 1 (2)', 'Checkout 2 (2)'],
    ...['Checkout 1 (3)', 'Checkout 2 (3)'],
  ])
})

test('the chosen pages become designs, each once and in order, and a single page has the plain name', async () => {
  const project = await givenProject(app.api)

  await add(project, threePages, '?pages=3,1-2,1').expect(201)
  await add(project, pdfOf([red])).expect(201)

  const titles = (await designsOf(project)).slice(1).map(({ title }) => title)
  expect(titles).toEqual(['Checkout 3', 'Checkout 1', 'Checkout 2', 'Checkout'])
})

test('a page that cannot be drawn is reported by its number and does not stop the others', async () => {
  const project = await givenProject(app.api)

  const { status, body } = await add(project, pdfOf([red, hugePage, blue]))

  expect(status).toBe(201)
  expect(body.designs.map(({ title }: { title: string }) => title)).toEqual(['Checkout 1', 'Checkout 3'])
  expect(body.failed).toMatchObject([{ index: 0, file: 'Checkout.pdf', page: 2, code: 'too_many_pixels' }])
})

test.each([
  ['more pages than are taken at a time', pdfOf(Array(41).fill(blue)), '', 400, 'too_many_pages'],
  ['a page that is not there', threePages, '?pages=2-4', 400, 'page_not_found'],
  ['a list of pages that is none', threePages, '?pages=one', 400, 'pages_not_valid'],
  ['a range that runs backwards', threePages, '?pages=3-1', 400, 'pages_not_valid'],
  ['a damaged PDF', threePages.subarray(0, 40), '', 415, 'pdf_not_readable'],
])('%s is refused, and nothing is added', async (_case, pdf, query, status, code) => {
  const project = await givenProject(app.api)

  expect(await add(project, pdf, query)).toMatchObject({ status, body: { code } })

  expect(await designsOf(project)).toHaveLength(1)
})

test('a version is one page: the only one, or the chosen one', async () => {
  const project = await givenProject(app.api)
  const [design] = await designsOf(project)
  const send = (pdf: Buffer, query = '') =>
    app.api
      .post(`/projects/${project._id}/designs/${design?._id}/versions${query}`)
      .set(project.owner.auth)
      .attach('image', pdf, { filename: 'Checkout.pdf' })

  const refused = await send(threePages)
  expect(refused).toMatchObject({ status: 400, body: { code: 'one_page_expected' } })
  expect(refused.body.error).toBe('A version is one page. Choose one of the 3 pages.')
  expect((await send(threePages, '?pages=1-2')).body.code).toBe('one_page_expected')

  expect(await send(threePages, '?pages=2')).toMatchObject({ status: 201, body: { image: { width: 100 } } })
  // The same pixels from another document.
  expect(await send(pdfOf([green]))).toMatchObject({ status: 200, body: { number: 2 } })
  expect(await send(pdfOf([blue]))).toMatchObject({ status: 201, body: { number: 3, image: { width: 160 } } })
})

test('the original of a page is a picture of that page only', async () => {
  const project = await givenProject(app.api)
  await add(project, threePages, '?pages=2').expect(201)
  const design = (await designsOf(project))[1]
  const path = `/projects/${project._id}/designs/${design?._id}/versions/${design?.versions[0]?._id}/original`

  const original = await app.api.get(path).set(project.owner.auth).buffer(true)

  expect(original.headers['content-type']).toBe('image/png')
  expect(original.headers['content-disposition']).toMatch(/ 2\.png"$/)
})

test('a project from a PDF has a design for each page, or for the chosen ones', async () => {
  const owner = await givenUser(app.api)

  const { body: all } = await sendImage(app.api, owner, threePages)
  const chosen = await app.api
    .post('/projects?pages=2')
    .set(owner.auth)
    .send({ name: 'Checkout', image: `data:application/pdf;base64,${threePages.toString('base64')}` })

  const titled = await app.api
    .post('/projects?pages=1,3')
    .set(owner.auth)
    .field({ name: 'Shop', designTitle: 'Checkout' })
    .attach('image', threePages, { filename: 'checkout.pdf' })

  const titles = async (project: { _id: string }) => (await designsOf(project)).map(({ title }) => title)
  expect(await titles(all)).toEqual(['Page 1', 'Page 2', 'Page 3'])
  expect(await titles(titled.body)).toEqual(['Checkout 1', 'Checkout 3'])
  expect(all).toMatchObject({ designs: 3, width: 120, height: 80 })
  expect(chosen).toMatchObject({ status: 201, body: { width: 100, height: 140 } })
})

test('a PDF with a refused page creates no project, and stores no image', async () => {
  const owner = await givenUser(app.api)
  const before = await ImageModel.countDocuments()

  const answer = await sendImage(app.api, owner, pdfOf([red, hugePage]))

  expect(answer.headers['x-error-code']).toBe('too_many_pixels')
  expect((await app.api.get('/projects').set(owner.auth)).body).toEqual([])
  expect(await ImageModel.countDocuments()).toBe(before)
})

test('accounts can preview the pages of a PDF before adding any', async () => {
  const { auth } = await givenUser(app.api)
  const list = (file: Buffer) => app.api.post('/pdf-pages').attach('image', file, { filename: 'a.pdf' })

  const { status, body } = await list(threePages).set(auth)

  expect(status).toBe(200)
  expect(body).toEqual({
    count: 3,
    pages: [
      {
        width: 120,
        height: 80,
        missingFonts: [],
        lacksAnnotations: false,
        picture: expect.stringMatching(/^data:image\/webp;base64,/),
      },
      { width: 100, height: 140, missingFonts: [], lacksAnnotations: false, picture: expect.any(String) },
      { width: 160, height: 40, missingFonts: [], lacksAnnotations: false, picture: expect.any(String) },
    ],
  })
  expect(await list(threePages)).toMatchObject({ status: 401 })
  expect(await list(await newPicture()).set(auth)).toMatchObject({
    status: 415,
    body: { code: 'pdf_expected' },
  })
})
