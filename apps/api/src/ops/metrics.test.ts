import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import { followProject } from '@pinmark/shared/api/live'
import { pageRoutes } from '@pinmark/shared/paths'
import { imageIdOf } from '../images/image-keys'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { ImageModel } from '../images/image.record'
import { pinmarkVersion } from '../version'
import { readEvents } from '../../test/event-reader'
import { givenComment, givenGuest, givenProject, givenReply } from '../../test/given-project'

const token = randomBytes(32).toString('base64url')
const app = sharedTestApp({ metricsToken: token, rates: { comment: 3 } })
/** The bytes of all renditions of an image. */
const bytesOf = async (image: string) =>
  (await ImageModel.findById(image, { bytes: 1 }).lean().orFail()).bytes

const read = async () => {
  const answer = await app.api.get('/metrics').set('Authorization', `Bearer ${token}`)
  expect(answer.status).toBe(200)
  return answer
}

/** The value of a series, by its name and labels as Prometheus writes them. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await read()).text.split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('metrics are off by default', async () => {
  const closed = await givenTestApp()
  const answer = await closed.api.get('/metrics').set('Authorization', `Bearer ${token}`)
  expect(answer.status).toBe(404)
  expect(answer.text).not.toContain('pinmark_')
})

test.each<[string, Record<string, string>]>([
  ['without a token', {}],
  ['with another one', { Authorization: `Bearer ${randomBytes(32).toString('base64url')}` }],
  ['with a part of it', { Authorization: `Bearer ${token.slice(0, -1)}` }],
])('%s they are refused', async (_who, headers) => {
  const answer = await app.api.get('/metrics').set(headers)
  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
  expect(answer.text).not.toContain('pinmark_')
})

test('they have the text format, and cover the process, its event loop and its database', async () => {
  const { text, headers } = await read()
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(headers['cache-control']).toBe('no-store')
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    `pinmark_build_info{version="${pinmarkVersion}"} 1`,
    'pinmark_images_rendering 0',
    'pinmark_images_waiting 0',
    'pinmark_database_waiting 0',
    'pinmark_http_request_duration_seconds_bucket',
  ]) {
    expect(text).toContain(`\n${name}`)
  }
})

test('no label contains an id, a typed address or a text of a visitor', async () => {
  const project = await givenProject(app.api, { name: 'A secret name' })
  const guest = givenGuest()
  const comment = await givenComment(app.api, project._id, { text: 'secret words' }, guest)
  const reply = await givenReply(app.api, project._id, comment._id, {}, guest)
  const image = project.thumbnail
  expect((await app.api.get(`/images/${image}/view`)).status).toBe(200)
  const paths = [
    `/images/${image}/view`,
    `/project/${project._id}`,
    `/projects/${project._id}/comments/${comment._id}`,
    `/projects/${project._id}/no/such/thing`,
    '/never/heard?of=it',
    '/no-such-file.js',
    `/%00${project._id}`,
  ]
  for (const path of paths) await app.api.get(path)
  await app.api.options(`/projects/${project._id}`)
  await app.api.propfind(`/projects/${project._id}`)

  const labels = [...(await read()).text.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name, value]) => ({
    name,
    value,
  }))

  const routes = new Set(labels.filter(({ name }) => name === 'route').map(({ value }) => value))
  const known = new Set<unknown>([
    ...Object.values(allEndpoints).map(({ path }) => path),
    ...Object.values(pageRoutes),
    '/metrics',
    'none',
  ])
  expect(routes.size).toBeGreaterThan(8)
  expect([...routes].filter((route) => !known.has(route))).toEqual([])
  const { owner } = project
  const secrets = [project._id, comment._id, reply._id, image, owner.user._id, owner.token, owner.email]
  // Node's names of its memory spaces are as long as an id.
  for (const { value = '' } of labels.filter(({ name }) => name !== 'space')) {
    expect(value).not.toMatch(/[\w-]{22}|secret|never|such/)
    for (const secret of secrets) expect(value).not.toContain(secret)
  }
})

test('refusals are counted by code, including rate limits', async () => {
  const series = 'pinmark_http_refusals_total{code="too_many_comments"}'
  const before = (await valueOf(series)) ?? 0
  const project = await givenProject(app.api)
  for (let tries = 0; tries < 5; tries += 1)
    await app.api
      .post(`/comment/add/${project._id}`)
      .send({ commenter: 'Ana', text: `again ${tries}`, x: 1, y: 1 })
  expect(await valueOf(series)).toBe(before + 2)
})

test('the free disk space and the size of the trash are measured', async () => {
  const project = await givenProject(app.api)
  await app.api.delete(`/projects/${project._id}`).set(project.owner.auth)
  const fresh = await givenTestApp({ metricsToken: token })
  const { text } = await fresh.api.get('/metrics').set('Authorization', `Bearer ${token}`)

  const valueIn = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  expect(valueIn('pinmark_disk_free_bytes')).toBeGreaterThan(0)
  expect(valueIn('pinmark_trash_bytes')).toBeGreaterThanOrEqual(await bytesOf(imageIdOf(project.thumbnail)))
})

test('open event streams are counted while they are open, and not as slow answers', async () => {
  const project = await givenProject(app.api)
  const before = (await valueOf('pinmark_event_streams_open')) ?? 0
  const reader = await readEvents(app, project._id)
  expect(await valueOf('pinmark_event_streams_open')).toBe(before + 1)
  reader.close()
  await expect.poll(() => valueOf('pinmark_event_streams_open')).toBe(before)
  expect((await read()).text).not.toContain(followProject.path)
})
