import mongoose from 'mongoose'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { ChangeOfDesign } from '@pinmark/shared/entities/comparison'
import type { AddedDesigns } from '@pinmark/shared/entities/design'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import {
  givenDesigns,
  givenVersion,
  newPicture,
  openProject,
  picture,
  sendVersion,
} from '../../test/given-design'
import { givenGuest, givenProject, givenReply } from '../../test/given-project'
import { noisePng } from '../../test/sample-images'
import { ComparisonModel } from './comparison.record'
import { ImageModel } from '../images/image.record'
import { ProjectModel } from '../projects/project.record'

const app = sharedTestApp()

const titles = async (project: Parameters<typeof openProject>[1]) =>
  (await openProject(app.api, project)).designs.map(({ title }) => title)
const patch = (project: Parameters<typeof openProject>[1], design: string, body: object) =>
  app.api.patch(`/projects/${project._id}/designs/${design}`).set(project.owner.auth).send(body)

test('each file of a form becomes a design after the others, named after its file', async () => {
  const project = await givenProject(app.api, { name: 'Norra Nights' })

  const designs = await givenDesigns(app.api, project, ['Welcome e-mail', '$title', 'Plakát'])

  expect(designs.map(({ title }) => title)).toEqual(['Welcome e-mail', '$title', 'Plakát'])
  expect(designs[0]).toMatchObject({ versions: [{ number: 1, note: '', round: 1 }] })
  expect(await titles(project)).toEqual(['Norra Nights', 'Welcome e-mail', '$title', 'Plakát'])
  const { body: list } = await app.api.get('/projects').set(project.owner.auth)
  expect(list[0]).toMatchObject({ _id: project._id, designs: 4 })
  const key = designs[2]?.versions[0]?.image._id
  await app.api.get(`/images/${key}/view`).expect(200)
})

test('a file that is not an image is reported and does not stop the others', async () => {
  const project = await givenProject(app.api)
  const answer = await app.api
    .post(`/projects/${project._id}/designs`)
    .set(project.owner.auth)
    .attach('image', await newPicture(), { filename: 'one.png' })
    .attach('image', Buffer.from('words'), { filename: 'two.txt' })
    .attach('image', await newPicture(), { filename: 'three.png' })

  expect(answer.status).toBe(201)
  expect(answer.body.designs.map(({ title }: { title: string }) => title)).toEqual(['one', 'three'])
  expect(answer.body.failed).toEqual([
    { index: 1, file: 'two.txt', error: expect.any(String), code: 'image_not_supported' },
  ])
})

test('a form without an accepted file is answered with the first refusal', async () => {
  const project = await givenProject(app.api)
  const send = () => app.api.post(`/projects/${project._id}/designs`).set(project.owner.auth)

  const refused = await send().attach('image', Buffer.from('words'), { filename: 'notes.txt' })
  expect(refused).toMatchObject({ status: 415, body: { code: 'image_not_supported' } })
  expect((await send().field('other', '1')).body.code).toBe('image_required')
  expect((await send().send({ image: 'x' })).body.code).toBe('form_expected')
  expect(await titles(project)).toHaveLength(1)
})

test('a repeated form with its key adds nothing twice, and adds the files that failed at first', async () => {
  const project = await givenProject(app.api, { name: 'A' })
  const [b, c] = [await newPicture(), await newPicture()]
  const send = (key: string, second: Buffer) =>
    app.api
      .post(`/projects/${project._id}/designs`)
      .set({ ...project.owner.auth, 'Idempotency-Key': key })
      .attach('image', b, { filename: 'B.png' })
      .attach('image', second, { filename: 'C.png' })
  const ids = ({ body }: { body: AddedDesigns }) => body.designs.map(({ _id }) => _id)
  const before = await ImageModel.countDocuments()

  const first = await send('form 1', Buffer.from('words'))
  expect(first.body.failed).toMatchObject([{ index: 1 }])
  const [again, meanwhile] = await Promise.all([send('form 1', c), send('form 1', c)])
  expect(ids(again)).toHaveLength(2)
  expect(ids(meanwhile)).toEqual(ids(again))
  expect(ids(again)[0]).toBe(ids(first)[0])
  expect(await titles(project)).toEqual(['A', 'B', 'C'])
  expect((await ImageModel.countDocuments()) - before, 'images').toBe(2)

  expect(ids(await send('form 2', c))).toHaveLength(2)
  expect(await titles(project)).toEqual(['A', 'B', 'C', 'B (2)', 'C (2)'])
})

test('a form whose designs cannot be stored because the database is away may be sent again', async () => {
  const project = await givenProject(app.api, { name: 'A' })
  const bytes = await newPicture()
  const send = () =>
    app.api
      .post(`/projects/${project._id}/designs`)
      .set({ ...project.owner.auth, 'Idempotency-Key': 'form' })
      .attach('image', bytes, { filename: 'B.png' })
  vi.spyOn(ImageModel.collection, 'insertOne').mockRejectedValueOnce(
    new mongoose.mongo.MongoNetworkError('gone'),
  )

  expect(await send()).toMatchObject({
    status: 503,
    body: { code: 'database_unavailable' },
    headers: { 'retry-after': '1' },
  })
  expect((await send()).status).toBe(201)
  expect(await titles(project)).toEqual(['A', 'B'])
})

test('repeated pages of a PDF with their key are added once', async () => {
  const project = await givenProject(app.api, { name: 'A' })
  const send = () =>
    app.api
      .post(`/projects/${project._id}/designs`)
      .set({ ...project.owner.auth, 'Idempotency-Key': 'pages' })
      .attach('image', pdfOf([filledPage(60, 40, [1, 0, 0]), filledPage(50, 70, [0, 1, 0])]), {
        filename: 'Checkout.pdf',
      })
  const first = await send()
  expect(first.body.designs).toHaveLength(2)
  expect((await send()).body.designs).toEqual(first.body.designs)
  expect(await titles(project)).toHaveLength(3)
})

test('a file above the limit is refused, and the others are not', async () => {
  const small = await givenTestApp({ limits: { maxUploadMb: 1 } })
  const project = await givenProject(small.api)
  const answer = await small.api
    .post(`/projects/${project._id}/designs`)
    .set(project.owner.auth)
    .attach('image', Buffer.alloc(1_500_000), { filename: 'large.png' })
    .attach('image', await newPicture(), { filename: 'small.png' })

  expect(answer.body).toMatchObject({
    designs: [{ title: 'small' }],
    failed: [{ index: 0, file: 'large.png', code: 'image_too_large' }],
  })
})

test('designs can be renamed and moved, and the first one is the picture of the project', async () => {
  const project = await givenProject(app.api, { name: 'A' })
  const [b, c] = await givenDesigns(app.api, project, ['B', 'C'])
  if (!b || !c) throw new Error('two designs were added')

  expect((await patch(project, c._id, { position: 1 })).body).toMatchObject({ title: 'C' })
  expect(await titles(project)).toEqual(['C', 'A', 'B'])
  expect((await patch(project, c._id, { position: 2, title: '$B' })).status).toBe(200)
  expect(await titles(project)).toEqual(['A', '$B', 'B'])
  expect((await patch(project, c._id, { position: 99 })).status).toBe(200)
  expect(await titles(project)).toEqual(['A', 'B', '$B'])
  await patch(project, b._id, { position: 1 })

  const { body } = await app.api.get('/projects?image=none').set(project.owner.auth)
  expect(body[0].thumbnail).toBe(b.versions[0]?.image._id)
})

test.each([
  [{ title: ' ' }, 'name_required'],
  [{ title: 'x'.repeat(61) }, 'design_title_too_long'],
  [{ position: 0 }, 'design_position_not_valid'],
  [{}, 'no_change_to_design'],
])('a change of a design to %j is refused as %s', async (body, code) => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  expect((await patch(project, design?._id ?? '', body)).body.code).toBe(code)
})

test('a deleted design disappears with its comments, pictures and counts, and is restored to its place', async () => {
  const project = await givenProject(app.api, { name: 'A' })
  const [b] = await givenDesigns(app.api, project, ['B', 'C'])
  if (!b) throw new Error('two designs were added')
  const path = `/projects/${project._id}/designs/${b._id}`
  const words = { commenter: 'Ana', text: 'On B', x: 1, y: 1, version: b.versions[0]?._id }
  const { body: comment } = await app.api.post(`/comment/add/${project._id}`).send(words).expect(201)
  const guest = givenGuest()
  const reply = await givenReply(app.api, project._id, comment._id, {}, guest)
  const { body: shared } = await app.api.get(`/projects/${project._id}?image=none`)
  const picturePath = `/images/${shared.designs[1].versions[0].image._id}/view`
  const before = await openProject(app.api, project)
  expect(before.stats).toEqual({ open: 1, total: 1 })

  expect((await app.api.delete(path).set(project.owner.auth)).body).toMatchObject({ _id: b._id })

  const without = await openProject(app.api, project)
  expect(without).toMatchObject({ stats: { open: 0, total: 0 }, comments: [] })
  expect(without.designs.map(({ title }) => title)).toEqual(['A', 'C'])
  const commentPath = `/projects/${project._id}/comments/${comment._id}`
  const replyPath = `/projects/${project._id}/comments/${reply._id}`
  const agreement = { agree: true, commenter: 'Tom Keller' }
  const changes = [
    app.api.patch(replyPath).set(guest).send({ text: 'Changed in the trash' }),
    app.api.delete(replyPath).set(guest),
    app.api.put(`${replyPath}/agreement`).set(givenGuest()).send(agreement),
    app.api.patch(commentPath).set(project.owner.auth).send({ resolved: true }),
    app.api.post(`${commentPath}/replies`).send({ commenter: 'Ben', text: 'Still there?' }),
  ]
  for (const { body } of await Promise.all(changes)) expect(body.code).toBe('comment_not_found')
  const listed = (await app.api.get(`/projects/${project._id}/trash`).set(project.owner.auth)).body
  expect(listed).toMatchObject([{ design: b._id, version: null, title: 'B', number: 1 }])
  await app.api.get(`/images/${listed[0].image._id}/thumbnail`).expect(200)
  await expect.poll(async () => (await app.api.get(picturePath)).status, { timeout: 10_000 }).toBe(404)

  await app.api.post(`${path}/restore`).set(project.owner.auth).expect(200)
  await app.api.post(`${path}/restore`).set(project.owner.auth).expect(200)

  const restored = await openProject(app.api, project)
  expect(restored.designs).toEqual(before.designs)
  expect(restored).toMatchObject({
    stats: before.stats,
    comments: [{ _id: comment._id, replies: [{ _id: reply._id, text: reply.text }] }],
  })
  await app.api.get(picturePath).expect(200)
})

test('the last design cannot be deleted', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const answer = await app.api
    .delete(`/projects/${project._id}/designs/${design?._id}`)
    .set(project.owner.auth)
  expect(answer).toMatchObject({ status: 409, body: { code: 'last_design' } })
})

test('concurrent changes, deletions and restores of a design cause no server error', async () => {
  const project = await givenProject(app.api)
  const [design] = await givenDesigns(app.api, project, ['B'])
  const path = `/projects/${project._id}/designs/${design?._id}`
  const { auth } = project.owner
  const codes = new Set<string | undefined>()
  for (let round = 0; round < 30; round += 1) {
    const answers = await Promise.all([
      app.api.delete(path).set(auth),
      app.api
        .patch(path)
        .set(auth)
        .send({ title: `Title ${round}`, position: 1 }),
      app.api.post(`${path}/restore`).set(auth),
      app.api
        .patch(path)
        .set(auth)
        .send({ title: `Other ${round}` }),
    ])
    for (const { body } of answers) codes.add(body.code)
  }
  expect(codes).not.toContain('unexpected')
  // At every moment there were two designs, or this one was in the trash.
  expect(codes).not.toContain('last_design')
})

test('a new version is the newest, has the next number and its note, and starts a round', async () => {
  const project = await givenProject(app.api)

  const { title, ...version } = await givenVersion(app.api, project, { note: '$note: calmer\r\nhead' })

  expect(version).toMatchObject({ number: 2, round: 2, note: '$note: calmer\nhead' })
  const opened = await openProject(app.api, project)
  const [first, second] = opened.designs[0]?.versions ?? []
  expect(second).toEqual(version)
  expect(opened.designs[0]?.title).toBe(title)
  // The previews of all versions would be most of the answer.
  expect(first?.image.placeholder).toBe('')
  expect(version.image.placeholder).not.toBe('')
  const { body: list } = await app.api.get('/projects').set(project.owner.auth)
  expect(list[0].thumbnail).toBe(version.image._id)
  expect((await givenVersion(app.api, project, { round: '2' })).round).toBe(2)
  expect((await givenVersion(app.api, project, { round: '9' })).round).toBe(3)
})

test('a design loses the version ending of its title when a file of its name is added', async () => {
  const project = await givenProject(app.api, { name: 'Landing v1' })

  expect(await givenVersion(app.api, project, { fileName: 'export.png' })).toMatchObject({
    title: 'Landing v1',
  })
  expect(await givenVersion(app.api, project, { fileName: 'landing-v2.png' })).toMatchObject({
    number: 3,
    title: 'Landing',
  })

  expect(await titles(project)).toEqual(['Landing'])
})

test('a design that its owner renames while a version is added keeps the new title', async () => {
  const project = await givenProject(app.api, { name: 'Landing v1' })
  const [design] = (await openProject(app.api, project)).designs
  const images = mongoose.connection.collection('images')
  const before = await images.countDocuments()

  // An open transaction blocks the writes of others to its documents.
  const session = await mongoose.startSession()
  session.startTransaction()
  const title = { 'designs.0.title': 'Home v1' }
  await ProjectModel.updateOne({ publicId: project._id }, { $set: title }, { session })
  const fileName = 'landing-v2.png'
  const sent = sendVersion(app.api, project, design?._id ?? '', { fileName }).then((answer) => answer)
  await vi.waitUntil(async () => (await images.countDocuments()) > before, { timeout: 10_000 })
  await session.commitTransaction()

  expect(await sent).toMatchObject({ status: 201, body: { number: 2, title: 'Home v1' } })
  expect(await titles(project)).toEqual(['Home v1'])
  await session.endSession()
})

test('an image with the same pixels as the newest version adds none', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const id = design?._id ?? ''
  const image = await picture('#336699')
  const { body: second } = await sendVersion(app.api, project, id, { image })
  const withWords = await sharp(image)
    .withExif({ IFD0: { Copyright: 'Mara Hald' } })
    .png()
    .toBuffer()

  for (const again of [image, withWords]) {
    const answer = await sendVersion(app.api, project, id, { image: again, note: 'Again' })
    expect(answer).toMatchObject({ status: 200, body: second })
  }
  const third = await sendVersion(app.api, project, id)
  // An image of an older version is a change.
  const fourth = await sendVersion(app.api, project, id, { image })
  expect([third.status, fourth.status]).toEqual([201, 201])
  expect(fourth.body.number).toBe(4)
})

test('a repeated version with its key is the same version, also after a newer one', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  if (!design) throw new Error('a project has a design')
  const [second, third] = [await newPicture(), await newPicture()]
  const send = (key: string, image: Buffer) =>
    app.api
      .post(`/projects/${project._id}/designs/${design._id}/versions`)
      .set({ ...project.owner.auth, 'Idempotency-Key': key })
      .attach('image', image, { filename: 'landing.png' })

  const [one, other] = await Promise.all([send('key', second), send('key', second)])
  expect(one).toMatchObject({ status: 201, body: { number: 2 } })
  expect(other).toMatchObject({ status: 201, body: { _id: one.body._id } })
  await givenVersion(app.api, project, { image: third })
  expect(await send('key', second)).toMatchObject({ status: 201, body: { _id: one.body._id } })
  expect(await send('another key', third)).toMatchObject({ status: 200, body: { number: 3 } })
  expect((await openProject(app.api, project)).designs[0]?.versions).toHaveLength(3)
})

test('concurrent versions have different numbers, and the same image makes one', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const id = design?._id ?? ''
  await Promise.all(Array.from({ length: 6 }, () => sendVersion(app.api, project, id)))
  const numbers = (await openProject(app.api, project)).designs[0]?.versions.map(({ number }) => number)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7])

  const image = await newPicture()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => sendVersion(app.api, project, id, { image })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
})

test('of the same picture sent twice at once, one version is added', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const image = await newPicture()

  const sent = await Promise.all(
    [1, 2].map(() => sendVersion(app.api, project, design?._id ?? '', { image })),
  )

  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
  const [now] = (await openProject(app.api, project)).designs
  expect(now?.versions.map(({ number }) => number)).toEqual([1, 2])
})

test('the newest version is removed with its comments and restored under its number', async () => {
  const project = await givenProject(app.api)
  const second = await givenVersion(app.api, project)
  const design = (await openProject(app.api, project)).designs[0]
  const path = (version?: string) => `/projects/${project._id}/designs/${design?._id}/versions/${version}`
  const first = design?.versions[0]
  const remove = (version?: string) => app.api.delete(path(version)).set(project.owner.auth)
  await app.api
    .post(`/comment/add/${project._id}`)
    .send({ commenter: 'Ana', text: 'On version 2', x: 1, y: 1 })
    .expect(201)
  const before = await openProject(app.api, project)

  expect((await remove(first?._id)).body.code).toBe('not_newest_version')
  expect((await remove(second._id)).status).toBe(200)

  const without = await openProject(app.api, project)
  expect(without.designs[0]?.versions.map(({ number }) => number)).toEqual([1])
  expect(without.comments).toEqual([])
  expect((await remove(first?._id)).body.code).toBe('last_version')
  expect((await givenVersion(app.api, project)).number).toBe(3)

  await app.api
    .post(`${path(second._id)}/restore`)
    .set(project.owner.auth)
    .expect(200)
  const restored = await openProject(app.api, project)
  expect(restored.designs[0]?.versions.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(restored.comments).toEqual(before.comments)
})

test('the task that places comments is stored before the newest version is removed or restored', async () => {
  const project = await givenProject(app.api)
  const second = await givenVersion(app.api, project)
  const third = await givenVersion(app.api, project)
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  const design = (await openProject(app.api, project)).designs[0]
  const path = `/projects/${project._id}/designs/${design?._id}/versions/${third._id}`
  const tasks = mongoose.connection.collection('tasks')

  for (const [send, expected] of [
    [() => app.api.delete(path), second],
    [() => app.api.post(`${path}/restore`), third],
  ] as const) {
    await tasks.deleteMany({ project: _id })
    // An open transaction blocks the writes of others to the project.
    const holder = await mongoose.startSession()
    holder.startTransaction()
    await ProjectModel.updateOne({ _id }, { $inc: { seq: 0 }, seqAt: new Date() }, { session: holder })
    const sent = send()
      .set(project.owner.auth)
      .then((answer) => answer)
    await vi.waitUntil(() => tasks.findOne({ version: expected._id }), { timeout: 5_000 })
    await holder.abortTransaction()
    await holder.endSession()
    expect((await sent).status).toBe(200)
  }
})

test.each([
  ['note', 'x'.repeat(501), 'note_too_long'],
  ['round', 'next', 'round_not_valid'],
])('a version with an invalid %s is refused', async (field, value, code) => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const answer = await sendVersion(app.api, project, design?._id ?? '', { [field]: value })
  expect(answer).toMatchObject({ status: 400, body: { code } })
})

test('an upload of a stranger, or to an unknown design, is not read', async () => {
  const project = await givenProject(app.api)
  const stranger = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const image = await newPicture()
  const send = (id: string, auth: Record<string, string>) =>
    app.api.post(`/projects/${project._id}/designs/${id}/versions`).set(auth).attach('image', image, 'a.png')

  expect((await send(design?._id ?? '', stranger.owner.auth)).status).toBe(403)
  expect((await send(design?._id ?? '', {})).status).toBe(403)
  expect((await send('A'.repeat(22), project.owner.auth)).body.code).toBe('design_not_found')
  expect((await openProject(app.api, project)).designs[0]?.versions).toHaveLength(1)
})

test('the rows that two versions share are listed, each side in its own pixels', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  const older = await noisePng(240, 200)
  const newer = await sharp(older).extend({ top: 40, background: '#ffffff' }).png().toBuffer()
  await givenVersion(app.api, project, { image: older })
  await givenVersion(app.api, project, { image: newer })
  const ask = (from: number, to: number) =>
    app.api.get(`/projects/${project._id}/designs/${design?._id}/changes?from=${from}&to=${to}`)

  const [run] = [{ before: { y: 0, h: 200 }, after: { y: 40, h: 200 } }]
  expect((await ask(2, 3)).body.runs).toEqual([run])
  expect((await ask(3, 2)).body.runs).toEqual([{ before: run.after, after: run.before }])
})

test('a comparison that an earlier Pinmark stored without rows is made again', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  await givenVersion(app.api, project, { image: await picture('#ffffff') })
  await givenVersion(app.api, project, { image: await picture('#000000') })
  const ask = () => app.api.get(`/projects/${project._id}/designs/${design?._id}/changes?from=2&to=3`)
  const { body } = await ask()
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  await ComparisonModel.collection.updateOne(
    { project: _id },
    { $unset: { runs: '' }, $set: { changes: [] } },
  )

  expect((await ask()).body).toEqual(body)
})

test('changes between two versions are listed for every viewer, in both directions, and computed once', async () => {
  const project = await givenProject(app.api)
  const [design] = (await openProject(app.api, project)).designs
  await givenVersion(app.api, project, { image: await picture('#ffffff') })
  await givenVersion(app.api, project, { image: await picture('#000000') })
  const ask = (from: string, to: string) =>
    app.api.get(`/projects/${project._id}/designs/${design?._id}/changes?from=${from}&to=${to}`)

  const [answer, twin] = await Promise.all([ask('2', '3'), ask('2', '3')])

  expect(answer).toMatchObject({ status: 200, body: { from: 2, to: 3 } })
  expect(answer.body.changes.length).toBeGreaterThan(0)
  expect(twin.body).toEqual(answer.body)
  expect((await ask('2', '3')).body).toEqual(answer.body)
  const back = await ask('3', '2')
  expect(back).toMatchObject({ status: 200, body: { from: 3, to: 2 } })
  expect(back.body.changes).toEqual(answer.body.changes.map(mirrored))
  const { _id } = await ProjectModel.findOne({ publicId: project._id }).orFail()
  expect(await ComparisonModel.countDocuments({ project: _id })).toBe(1)
  expect((await ask('2', '2')).body).toMatchObject({
    changes: [],
    runs: [{ before: { y: 0 }, after: { y: 0 } }],
  })
  const newest = await app.api.get(`/projects/${project._id}/designs/${design?._id}/changes`)
  expect(newest.body).toEqual(answer.body)
  expect((await ask('2', '9')).body.code).toBe('design_not_found')
  expect((await ask('2', 'x')).body.code).toBe('version_number_not_valid')
})

function mirrored({ kind, before, after }: ChangeOfDesign): ChangeOfDesign {
  const kinds = { added: 'removed', removed: 'added', moved: 'moved', changed: 'changed' } as const
  return { kind: kinds[kind], before: after, after: before }
}
