import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadOriginal as loadOriginalCall } from '@pinmark/shared/api/projects'
import { projectListSchema, projectSchema, projectSummarySchema } from '@pinmark/shared/entities/project'
import { errorCatalogue } from '@pinmark/shared/messages'
import { sharedTestApp } from '../../test/app-under-test'
import { newPicture } from '../../test/given-design'
import { givenImage, sendImage } from '../../test/given-image'
import { design, givenComment, givenGuest, givenProject, givenReply } from '../../test/given-project'
import { stranger } from '../../test/given-record'
import { noisePng } from '../../test/sample-images'
import { givenUser, type GivenUser } from '../../test/given-user'
import { findActorUser } from '../core/actor'
import { ImageKeys } from '../images/image-keys'
import { ImageModel } from '../images/image.record'
import { contentTypes } from '../images/renditions/sniff'
import { listProjects } from './list-projects.service'
import { loadOriginal } from './original.service'

const app = sharedTestApp()

test('a new project is returned as in the list, and belongs to the token, not to the body', async () => {
  const owner = await givenUser(app.api)
  const other = await givenUser(app.api)

  const created = await app.api
    .post('/projects')
    .set(owner.auth)
    .send({ name: '  Landing \u00a0 page ', image: design.dataUrl, user: other.user._id })

  expect(created.status).toBe(201)
  const project = projectSummarySchema.parse(created.body)
  expect(project).toMatchObject({ name: 'Landing page', description: '', width: 400, height: 300 })
  expect(project.stats).toEqual({ open: 0, total: 0, new: 0, last: null })
  expect((await app.api.get('/projects').set(owner.auth)).body).toEqual([created.body])
  expect((await app.api.get('/projects').set(other.auth)).body).toEqual([])
})

test('a repeated creation with its key makes one project, until it is deleted', async () => {
  const owner = await givenUser(app.api)
  const create = (key: string, name = 'Landing page') =>
    app.api
      .post('/projects')
      .set({ ...owner.auth, 'Idempotency-Key': key })
      .send({ name, image: design.dataUrl })
  const before = await ImageModel.countDocuments()

  const [first, meanwhile] = await Promise.all([create('key'), create('key')])
  expect(first).toMatchObject({ status: 201, body: { name: 'Landing page' } })
  expect(meanwhile).toMatchObject({ status: 201, body: first.body })
  expect(await create('key')).toMatchObject({ status: 201, body: first.body })
  expect((await app.api.get('/projects').set(owner.auth)).body).toEqual([first.body])
  expect((await ImageModel.countDocuments()) - before, 'images').toBe(1)

  const others = await Promise.all([create('another key'), create('key', 'Another name')])
  await app.api.delete(`/projects/${first.body._id}`).set(owner.auth)
  const after = await create('key')
  expect(new Set([first, ...others, after].map(({ body }) => body._id)).size).toBe(4)
  expect(await app.api.post(`/projects/${first.body._id}/restore`).set(owner.auth)).toMatchObject({
    status: 200,
  })

  const stranger = await givenUser(app.api)
  const theirs = await app.api
    .post('/projects')
    .set({ ...stranger.auth, 'Idempotency-Key': 'key' })
    .send({ name: 'Landing page', image: design.dataUrl })
  expect(theirs.body._id).not.toBe(after.body._id)
})

test('the design of a new project has the given title, else the name of the project', async () => {
  const owner = await givenUser(app.api)
  const create = (body: object) =>
    app.api
      .post('/projects')
      .set({ ...owner.auth, 'Idempotency-Key': 'key' })
      .send({ image: design.dataUrl, ...body })
  const titleOf = async ({ body }: { body: { _id: string } }) =>
    (await app.api.get(`/projects/${body._id}`).set(owner.auth)).body.designs[0].title

  expect(await titleOf(await create({ name: 'Shop' }))).toBe('Shop')
  expect(await titleOf(await create({ name: 'Shop', designTitle: ' Checkout ' }))).toBe('Checkout')
  expect(await create({ name: 'Shop', designTitle: ' ' })).toMatchObject({
    status: 400,
    text: errorCatalogue.name_required.text,
  })
  expect(await create({ name: 'Shop', designTitle: 'x'.repeat(61) })).toMatchObject({
    status: 400,
    text: errorCatalogue.design_title_too_long.text,
  })
  expect((await app.api.get('/projects').set(owner.auth)).body).toHaveLength(2)
})

test('an invalid name, image or file is refused, and nothing is stored', async () => {
  const owner = await givenUser(app.api)
  const create = (body: object) => app.api.post('/projects').set(owner.auth).send(body)

  for (const body of [
    {},
    { name: 'No image' },
    { name: ' ', image: design.dataUrl },
    { name: 7, image: design.dataUrl },
  ]) {
    expect(await create(body)).toMatchObject({
      status: 400,
      text: errorCatalogue.name_and_image_required.text,
    })
  }
  expect((await create({ name: 'x'.repeat(121), image: design.dataUrl })).text).toBe(
    errorCatalogue.project_name_too_long.text,
  )
  expect((await create({ name: 'Text', image: 'data:image/png;base64,aGVsbG8gd29ybGQ=' })).status).toBe(415)
  expect((await app.api.get('/projects').set(owner.auth)).body).toEqual([])
})

test('the list is ordered by the last edit, with small pictures or none', async () => {
  const owner = await givenUser(app.api)
  const first = await givenProject(app.api, { owner, name: 'First' })
  await givenProject(app.api, { owner, name: 'Second' })
  await app.api.put(`/projects/${first._id}`).set(owner.auth).send({ description: 'What I want feedback on' })

  const withPictures = projectListSchema.parse((await app.api.get('/projects').set(owner.auth)).body)
  expect(withPictures.map(({ name }) => name)).toEqual(['First', 'Second'])
  expect(withPictures.every(({ image }) => (image?.length ?? 0) > 0)).toBe(true)
  const without = projectListSchema.parse((await app.api.get('/projects?image=none').set(owner.auth)).body)
  expect(without.every(({ image }) => image === undefined)).toBe(true)
})

test('the list requires a login, and validates its parameters', async () => {
  const { auth } = await givenUser(app.api)
  expect(await app.api.get('/projects')).toMatchObject({ status: 401, body: { code: 'sign_in_required' } })
  const ended = await app.api.get('/projects').set('Authorization', 'Bearer ended')
  expect(ended).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  expect((await app.api.get('/projects?image=full').set(auth)).body.code).toBe('image_mode_unknown')
  expect((await app.api.get('/projects?state=hidden').set(auth)).body.code).toBe('state_unknown')
  expect((await app.api.get('/projects?state=deleted&state=active').set(auth)).status).toBe(400)
})

test('an opened project matches its schema for owner and guest, under the id of each', async () => {
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  const { body: link } = await app.api.post(`/projects/${project._id}/link`).set(project.owner.auth)

  const own = projectSchema.parse(
    (await app.api.get(`/projects/${project._id}`).set(project.owner.auth)).body,
  )
  const shared = projectSchema.parse((await app.api.get(`/projects/${link.id}`)).body)

  expect(own).toMatchObject({ _id: project._id, isOwner: true, permanentId: project._id })
  expect(own.can).toEqual({
    comment: true,
    rename: true,
    delete: true,
    resolve: true,
    manage: true,
    own: true,
  })
  expect(shared).toMatchObject({ _id: link.id, isOwner: false, permanentId: project._id })
  expect(shared.can).toEqual({
    comment: true,
    rename: false,
    delete: false,
    resolve: false,
    manage: false,
    own: false,
  })
  expect(shared.owner).toEqual({ name: 'Mara Hald' })
})

test('no answer to a guest contains an account id, an e-mail or a database id', async () => {
  const project = await givenProject(app.api)
  const secret = givenGuest()
  await givenComment(app.api, project._id, {}, secret)
  await givenComment(app.api, project._id, {}, project.owner.auth)

  const { text } = await app.api.get(`/projects/${project._id}?image=none`)
  for (const hidden of [
    project.owner.user._id,
    project.owner.email,
    secret['X-Guest-Secret'],
    'ownerName',
    'author',
  ]) {
    expect(text).not.toContain(hidden)
  }
  expect(text).not.toMatch(/"[0-9a-f]{24}"/)
})

test('the picture is sent in full, small or not at all', async () => {
  const { _id } = await givenProject(app.api)
  const sizeOf = async (query: string) => (await app.api.get(`/projects/${_id}${query}`)).body.image?.length
  expect(await sizeOf('?image=full')).toBe(await sizeOf(''))
  expect(await sizeOf('?image=thumbnail')).toBeGreaterThan(0)
  expect(await sizeOf('?image=none')).toBeUndefined()
  expect((await app.api.get(`/projects/${_id}?image=huge`)).body.code).toBe('image_mode_unknown')
})

test('comments are paged by number, replies with their thread, and without a page size all at once', async () => {
  const { _id } = await givenProject(app.api)
  const threads = []
  for (let number = 1; number <= 5; number += 1) threads.push(await givenComment(app.api, _id))
  await givenReply(app.api, _id, threads[3]?._id ?? '')

  const page = async (query: string) => (await app.api.get(`/projects/${_id}?image=none&${query}`)).body
  const numbers = (body: { comments: { number: number }[] }) => body.comments.map(({ number }) => number)

  const first = await page('comments=2')
  expect([numbers(first), first.commentsNext]).toEqual([[1, 2], 2])
  const second = await page('comments=2&after=2')
  expect([numbers(second), second.commentsNext]).toEqual([[3, 4], 4])
  expect(second.comments[1].replies).toHaveLength(1)
  const last = await page('comments=2&after=4')
  expect([numbers(last), last.commentsNext]).toEqual([[5], null])
  expect([numbers(await page('')), (await page('')).stats]).toEqual([[1, 2, 3, 4, 5], { open: 5, total: 5 }])
  for (const wrong of ['comments=0', 'comments=501', 'comments=-1', 'comments=two', 'after=1.5', 'after=']) {
    expect((await page(wrong)).code).toBe('page_size_not_valid')
  }
})

test("'Edited' changes on rename and description, not on comments, settings, links or the trash", async () => {
  const { _id, updatedAt, owner } = await givenProject(app.api)
  const edited = async () => (await app.api.get(`/projects/${_id}?image=none`).set(owner.auth)).body.updatedAt
  const change = (body: object) => app.api.put(`/projects/${_id}`).set(owner.auth).send(body)

  const comment = await givenComment(app.api, _id)
  await app.api.patch(`/projects/${_id}/comments/${comment._id}`).set(owner.auth).send({ resolved: true })
  await app.api.patch(`/projects/${_id}/settings`).set(owner.auth).send({ permission: 'view' })
  await app.api.post(`/projects/${_id}/link`).set(owner.auth)
  await app.api.delete(`/projects/${_id}`).set(owner.auth)
  await app.api.post(`/projects/${_id}/restore`).set(owner.auth)
  expect(await edited()).toBe(updatedAt)

  const renamed = await change({ name: 'Home page' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Home page', description: '' } })
  expect(await edited()).not.toBe(updatedAt)
  const described = await change({ description: 'Look at the\r\nheader.' })
  expect(described.body).toMatchObject({ name: 'Home page', description: 'Look at the\nheader.' })
  expect(described.body.updatedAt > renamed.body.updatedAt).toBe(true)
})

test('a change without a name, or with a blank one, is refused', async () => {
  const { _id, owner } = await givenProject(app.api)
  const change = (body?: object) => app.api.put(`/projects/${_id}`).set(owner.auth).send(body)
  expect(await change({ name: '  ' })).toMatchObject({ status: 400, body: { error: 'Name is required.' } })
  expect((await change({})).body.code).toBe('nothing_to_change')
  expect((await change({ name: 'x'.repeat(121) })).body.code).toBe('project_name_too_long')
  expect((await change({ name: 'a\u202eb' })).body.code).toBe('name_has_hidden_characters')
  expect((await change({ description: 5 })).body.code).toBe('description_not_text')
  expect((await change({ description: 'x'.repeat(5_001) })).body.code).toBe('description_too_long')
  expect((await change()).status).toBe(400)
})

test('a deleted project is in the trash, and its owner can restore it completely', async () => {
  const project = await givenProject(app.api)
  const { _id, owner } = project
  await givenComment(app.api, _id)
  const before = (await app.api.get(`/projects/${_id}`)).body

  const deleted = await app.api.delete(`/projects/${_id}`).set(owner.auth)
  expect(deleted).toMatchObject({ status: 200, body: { _id, deletedAt: expect.stringMatching(/Z$/) } })
  expect((await app.api.get(`/projects/${_id}`)).status).toBe(404)
  expect((await app.api.get('/projects').set(owner.auth)).body).toEqual([])
  const trash = (await app.api.get('/projects?state=deleted').set(owner.auth)).body
  expect(trash).toMatchObject([{ _id, deletedAt: deleted.body.deletedAt }])

  const restored = await app.api.post(`/projects/${_id}/restore`).set(owner.auth)
  expect(restored).toMatchObject({ status: 200, body: { _id, deletedAt: null } })
  const after = (await app.api.get(`/projects/${_id}`)).body
  expect({ ...after, position: before.position }).toEqual(before)
})

test('the original is a download for its owner only, byte for byte', async () => {
  const project = await givenProject(app.api, { name: 'Über/uns: "neu"' })
  const { designs } = (await app.api.get(`/projects/${project._id}?image=none`)).body
  const path = `/projects/${project._id}/designs/${designs[0]._id}/versions/${designs[0].versions[0]._id}/original`

  const answer = await app.api.get(path).set(project.owner.auth).buffer(true)
  expect(answer.status).toBe(200)
  expect(answer.body.toString('base64')).toBe(design.dataUrl.replace('data:image/png;base64,', ''))
  expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; .*%C3%9Cber-uns/)
  expect(answer.headers['content-security-policy']).toContain('sandbox')

  expect((await app.api.get(path)).status).toBe(403)
  const unknown = path.replace(designs[0]._id, project._id)
  expect((await app.api.get(unknown).set(project.owner.auth)).body.code).toBe('design_not_found')
})

test('an original is downloaded under the name of its file, in composed form', async () => {
  const owner = await givenUser(app.api)
  const fileName = 'Übersicht "neu" \u202Egnp.JPEG'.normalize('NFD')
  const { body: project } = await app.api
    .post('/projects')
    .set(owner.auth)
    .field('name', 'Norra Nights')
    .attach(
      'image',
      await sharp(await newPicture())
        .jpeg()
        .toBuffer(),
      { filename: fileName },
    )
  expect(await dispositionOf(owner, project._id, 0)).toBe(
    `attachment; filename="?bersicht -neu- gnp.JPEG"; filename*=UTF-8''%C3%9Cbersicht%20-neu-%20gnp.JPEG`,
  )

  await app.api
    .post(`/projects/${project._id}/designs`)
    .set(owner.auth)
    .attach('image', await newPicture(), { filename: '$shop' })
    .expect(201)
  expect(await dispositionOf(owner, project._id, 1)).toBe('attachment; filename=$shop.png')
  const { designs } = (await app.api.get(`/projects/${project._id}?image=none`)).body
  await app.api
    .post(`/projects/${project._id}/designs/${designs[1]._id}/versions`)
    .set(owner.auth)
    .attach('image', await newPicture(), { filename: '$shop v2.png' })
    .expect(201)
  expect(await dispositionOf(owner, project._id, 1)).toBe('attachment; filename="$shop v2.png"')
})

/** The header with which the newest version of a design is downloaded. */
async function dispositionOf({ auth }: GivenUser, projectId: string, at: number) {
  const { designs } = (await app.api.get(`/projects/${projectId}?image=none`)).body
  const { _id, versions } = designs[at]
  const path = `/projects/${projectId}/designs/${_id}/versions/${versions.at(-1)._id}/original`
  return (await app.api.get(path).set(auth)).headers['content-disposition']
}

test('a slow reader gets no more of an original after their login ends', async () => {
  const { _id, owner } = await givenImage(app.api, await noisePng(300, 200))
  const { designs } = (await app.api.get(`/projects/${_id}?image=none`)).body
  const version = { projectId: _id, designId: designs[0]._id, versionId: designs[0].versions[0]._id }
  const actor = { ...stranger, token: 'valid' as const, user: await findActorUser(app.config, owner.token) }
  const pieces = (await loadOriginal(actor, version)).pieces[Symbol.asyncIterator]()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await pieces.next()).toMatchObject({ done: false })

  await app.api.post('/users/logout').set(owner.auth)
  vi.advanceTimersByTime(2_000)

  await expect(pieces.next()).rejects.toMatchObject({ code: 'session_ended' })
})

test('a slow reader gets no more of a long list after their login ends', async () => {
  const owner = await givenUser(app.api)
  for (let count = 0; count < 21; count += 1) await givenProject(app.api, { owner })
  const actor = { ...stranger, token: 'valid' as const, user: await findActorUser(app.config, owner.token) }
  const list = await listProjects(
    actor,
    { image: 'thumbnail', state: 'active', of: 'all' },
    new ImageKeys(app.config),
  )
  if (Array.isArray(list)) throw new Error('a list in parts was expected')
  const parts = list[Symbol.asyncIterator]()
  expect(await parts.next()).toMatchObject({ done: false })

  await app.api.post('/users/logout').set(owner.auth).expect(204)

  await expect(parts.next()).rejects.toMatchObject({ code: 'session_ended' })
})

test('the original of an SVG is a download, and the page shows a picture of it', async () => {
  const owner = await givenUser(app.api)
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="ran()"><rect width="9" height="9"/></svg>',
  )
  const { body: project } = await sendImage(app.api, owner, drawing)
  const { designs } = (await app.api.get(`/projects/${project._id}?image=none`)).body
  const [{ _id, image }] = designs[0].versions
  const path = `/projects/${project._id}/designs/${designs[0]._id}/versions/${_id}/original`

  const original = await app.api.get(path).set(owner.auth).buffer(true).responseType('arraybuffer')

  expect(Buffer.from(original.body).equals(drawing)).toBe(true)
  expect(original.headers['content-type']).toBe('image/svg+xml')
  expect(original.headers['content-disposition']).toBe('attachment; filename=design.svg')
  expect(original.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  expect(image).toMatchObject({ width: 40, height: 20 })
  const view = await app.api.get(`/images/${image._id}/view`).expect(200)
  expect(view.headers['content-type']).toBe('image/webp')
})

test('a malformed id and an unknown one are not found alike', async () => {
  for (const id of [
    '1',
    '6b016ec77861d121fa8e5faa',
    'A'.repeat(22),
    'A'.repeat(23),
    '%24ne',
    '..%2f..',
    '%00',
  ]) {
    const answer = await app.api.get(`/projects/${id}`)
    expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'project_not_found'])
  }
})

test('a new account name shows on its projects, and its comments keep the old one', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const comment = await givenComment(app.api, project._id, {}, auth)
  expect(comment).toMatchObject({ commenter: 'Mara Hald', byOwner: true })

  await app.api.patch('/users/me').set(auth).send({ name: 'Mara Lind' })
  await app.api.get('/projects').set(auth)

  const seen = (await app.api.get(`/projects/${project._id}?image=none`)).body
  expect(seen).toMatchObject({ owner: { name: 'Mara Lind' }, comments: [{ commenter: 'Mara Hald' }] })
  const imposter = { commenter: 'mara LIND', text: 'Trust me.', x: 1, y: 1 }
  expect((await app.api.post(`/comment/add/${project._id}`).send(imposter)).body.code).toBe(
    'commenter_is_owner',
  )
})

test('the contract names every type of an original', () => {
  // Pages of a PDF are stored as PNG.
  const { pdf: _, ...stored } = contentTypes
  expect(new Set(loadOriginalCall.answers[200].contentTypes)).toEqual(new Set(Object.values(stored)))
})
