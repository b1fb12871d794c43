import { errorCatalogue } from '@pinmark/shared/messages'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenDesigns, givenVersion } from '../../test/given-design'
import { givenComment, givenProject } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { createLog } from '../base/log'
import { runDueTasks } from '../core/run-tasks'
import { placing } from '../designs/place-comments'
import { ImageModel } from '../images/image.record'

const app = sharedTestApp()
type Auth = { Authorization: string }
const listed = async (auth: Auth, state = 'active') =>
  (await app.api.get('/projects').query({ image: 'none', state }).set(auth)).body
const order = (auth: Auth, projectId: string, body: object) =>
  app.api.patch(`/projects/${projectId}/order`).set(auth).send(body)

test('an archived project leaves the list, its link works on, and it comes back', async () => {
  const owner = await givenUser(app.api)
  const [kept, archived] = [await givenProject(app.api, { owner }), await givenProject(app.api, { owner })]
  const before = (await listed(owner.auth)).find(({ _id }: { _id: string }) => _id === archived._id)

  const changed = await order(owner.auth, archived._id, { archived: true })

  expect(changed).toMatchObject({ status: 200, body: { archivedAt: expect.any(String) } })
  expect(await listed(owner.auth)).toMatchObject([{ _id: kept._id }])
  expect(await listed(owner.auth, 'archived')).toMatchObject([{ _id: archived._id }])
  expect((await app.api.get(`/projects/${archived._id}`)).status).toBe(200)
  await order(owner.auth, archived._id, { archived: false })
  expect(await listed(owner.auth, 'archived')).toEqual([])
  expect(await listed(owner.auth)).toContainEqual(before)
})

test('labels are kept once each, for the owner alone, and are bounded', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  expect((await order(auth, project._id, { labels: [' Spring ', 'Spring', 'Web'] })).body.labels).toEqual([
    'Spring',
    'Web',
  ])
  expect((await listed(auth))[0].labels).toEqual(['Spring', 'Web'])
  expect((await app.api.get(`/projects/${project._id}`)).body).not.toHaveProperty('labels')
  expect((await order(auth, project._id, { labels: [] })).body).not.toHaveProperty('labels')
  for (const labels of [['a', 'b', 'c', 'd', 'e', 'f'], [''], ['x'.repeat(31)], 'Spring']) {
    expect(await order(auth, project._id, { labels })).toMatchObject({
      status: 400,
      body: { error: errorCatalogue.labels_not_valid.text },
    })
  }
  expect((await order(auth, project._id, {})).body.code).toBe('no_change_to_order')
})

test('labels are added and removed without touching those that were added meanwhile', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const change = (body: object) => order(auth, project._id, body)
  const labels = async () => (await listed(auth))[0].labels
  expect(await change({ addLabels: ['Web'] })).toMatchObject({ status: 200, body: { labels: ['Web'] } })
  await Promise.all(['Spring', 'Web', 'Client'].map((label) => change({ addLabels: [label, label] })))
  expect(new Set(await labels())).toEqual(new Set(['Web', 'Spring', 'Client']))

  await change({ addLabels: ['Done'], removeLabels: ['Web', 'Spring', 'None'] })
  expect(new Set(await labels())).toEqual(new Set(['Client', 'Done']))
  expect(await change({ removeLabels: ['Done'] })).toMatchObject({ body: { labels: ['Client'] } })
  expect(await change({ labels: ['A', 'B'], removeLabels: ['A'], addLabels: ['C'] })).toMatchObject({
    body: { labels: ['B', 'C'] },
  })

  const tooMany = await change({ archived: true, removeLabels: ['B'], addLabels: ['1', '2', '3', '4', '5'] })
  expect(tooMany).toMatchObject({ status: 400, body: { code: 'labels_not_valid' } })
  expect(await listed(auth, 'archived')).toEqual([])
  expect(await labels()).toEqual(['B', 'C'])
})

test('a duplicate has the newest designs and the description, and neither comments nor the link', async () => {
  const original = await givenProject(app.api, { name: 'Landing page' })
  const { auth } = original.owner
  await givenDesigns(app.api, original, ['Second'])
  await givenVersion(app.api, original)
  await givenComment(app.api, original._id)
  await app.api.put(`/projects/${original._id}`).set(auth).send({ description: 'What do you think?' })
  await order(auth, original._id, { labels: ['Spring'] })
  const open = async (id: string) => (await app.api.get(`/projects/${id}`).set(auth)).body
  const before = await open(original._id)

  const { status, body: copy } = await app.api.post(`/projects/${original._id}/copy`).set(auth)

  expect(status).toBe(201)
  expect(copy).toMatchObject({
    name: 'Landing page (2)',
    designs: 2,
    labels: ['Spring'],
    stats: { total: 0 },
  })
  const made = await open(copy._id)
  expect(made).toMatchObject({ description: 'What do you think?', comments: [] })
  expect(made.link.id).not.toBe(before.link.id)
  for (const [index, design] of made.designs.entries()) {
    const newest = before.designs[index].versions.at(-1)
    expect(design).toMatchObject({ title: before.designs[index].title, versions: [{ number: 1 }] })
    const [bytes, same] = await Promise.all(
      [design.versions[0], newest].map(async ({ image }) => {
        const answer = await app.api.get(`/images/${image._id}/view`)
        return answer.status === 200 ? answer.body : null
      }),
    )
    expect(bytes).not.toBeNull()
    expect(bytes).toEqual(same)
  }
  // Its images are its own.
  await app.api.delete(`/projects/${original._id}`).set(auth).expect(200)
  expect((await app.api.get(`/images/${made.designs[0].versions[0].image._id}/view`)).status).toBe(200)
  expect((await app.api.post(`/projects/${copy._id}/copy`).set(auth)).body.name).toBe('Landing page (3)')
})

test('a duplicate that is asked for again with its key is made once, until it is deleted', async () => {
  const [original, other] = [await givenProject(app.api), await givenProject(app.api)]
  const { auth } = original.owner
  const copy = (key: string, of = original) =>
    app.api.post(`/projects/${of._id}/copy`).set({ ...of.owner.auth, 'Idempotency-Key': key })
  const before = await ImageModel.countDocuments()

  const [first, meanwhile] = await Promise.all([copy('key'), copy('key')])

  expect(first).toMatchObject({ status: 201, body: { name: 'Landing page (2)' } })
  expect(meanwhile).toMatchObject({ status: 201, body: { _id: first.body._id } })
  expect(await copy('key')).toMatchObject({ status: 201, body: { _id: first.body._id } })
  expect(await listed(auth)).toHaveLength(2)
  expect((await ImageModel.countDocuments()) - before, 'images').toBe(1)

  const others = [await copy('another key'), await copy('key', other)]
  await app.api.delete(`/projects/${first.body._id}`).set(auth).expect(200)
  const again = await copy('key')
  expect(new Set([first, ...others, again].map(({ body }) => body._id)).size).toBe(4)
  expect(await copy('k'.repeat(201))).toMatchObject({
    status: 400,
    body: { code: 'idempotency_key_not_valid' },
  })
})

test('an older version becomes the newest in a version of its own, and comments are placed on it', async () => {
  const project = await givenProject(app.api)
  const { auth } = project.owner
  const thread = await givenComment(app.api, project._id)
  const second = await givenVersion(app.api, project)
  const open = async () => (await app.api.get(`/projects/${project._id}`).set(auth)).body
  const [design] = (await open()).designs
  const renew = (versionId: string) =>
    app.api.post(`/projects/${project._id}/designs/${design._id}/versions/${versionId}/newest`).set(auth)

  const renewed = await renew(design.versions[0]._id)

  expect(renewed).toMatchObject({ status: 200, body: { number: 3, round: second.round } })
  await runDueTasks([placing], createLog('silent'))
  const places: { version: string }[] = (await open()).comments[0].places
  expect(places.map(({ version }) => version)).toContain(renewed.body._id)
  expect((await open()).comments[0]._id).toBe(thread._id)
  // The same image again adds nothing.
  expect((await renew(design.versions[0]._id)).body._id).toBe(renewed.body._id)
  const undo = `/projects/${project._id}/designs/${design._id}/versions/${renewed.body._id}`
  await app.api.delete(undo).set(auth).expect(200)
  expect((await open()).designs[0].versions.map(({ number }: { number: number }) => number)).toEqual([1, 2])
  expect((await renew('A'.repeat(22))).body.code).toBe('design_not_found')
})
