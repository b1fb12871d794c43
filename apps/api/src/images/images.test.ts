import { connect } from 'node:net'
import mongoose from 'mongoose'
import { pino } from 'pino'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { errorCatalogue } from '@pinmark/shared/messages'
import type { Version } from '@pinmark/shared/entities/project'
import { ImageGate, ImageKeys, imageIdOf } from './image-keys'
import { watchStoredChanges } from '../core/stored-changes'
import { deleteImages } from './image.record'
import { emptyTrash } from '../ops/sweep.record'
import { givenTestApp, sharedTestApp, type Api, type TestApp } from '../../test/app-under-test'
import { givenVersion, openProject } from '../../test/given-design'
import { givenImage } from '../../test/given-image'
import { givenComment, givenGuest, type GivenProject, givenSettings } from '../../test/given-project'
import { givenPicture } from '../../test/given-picture'
import { givenLogin } from '../../test/given-user'
import { recordCommands, type CommandRecorder } from '../../test/recorded-commands'
import { noisePng, pngOf, wideDesignPng } from '../../test/sample-images'
import { ImageServer } from './images.service'

let api: Api
let small: GivenProject
/** An image whose view is stored as a file of several chunks. */
let large: GivenProject
let largeView: Buffer

let recorder: CommandRecorder
beforeAll(async () => void (recorder = await recordCommands()))
const app = sharedTestApp()
beforeAll(async () => {
  api = app.api
  small = await givenImage(api, await pngOf(640, 480))
  large = await givenImage(api, await noisePng(1_100, 1_000))
  largeView = (await download(`/images/${large.thumbnail}/view`)).body
})

const notFound = { error: errorCatalogue.image_not_found.text, code: 'image_not_found' }

/** One with a memory of its own. */
function givenImageServer() {
  const gate = new ImageGate(new ImageKeys(app.config), watchStoredChanges(pino({ level: 'silent' })))
  return { gate, images: new ImageServer(gate) }
}

async function download(path: string, headers: Record<string, string> = {}) {
  return api.get(path).set(headers).buffer(true).responseType('arraybuffer')
}

test.each([
  ['view', 'image/webp', 'webp'],
  ['thumbnail', 'image/webp', 'webp'],
  ['jpeg', 'image/jpeg', 'jpeg'],
])('anyone with the address gets the %s', async (rendition, contentType, format) => {
  const answer = await download(`/images/${small.thumbnail}/${rendition}`)

  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': contentType,
    'content-length': String(answer.body.length),
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${small.thumbnail}-${rendition}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect((await sharp(answer.body).metadata()).format).toBe(format)
})

test('a project says whether its design has a narrow picture, and how wide, and serves it like the others', async () => {
  const wide = await givenImage(api, await wideDesignPng())
  const imageOf = async ({ _id }: GivenProject) =>
    (await api.get(`/projects/${_id}?image=none`)).body.designs[0].versions[0].image

  const answer = await download(`/images/${wide.thumbnail}/narrow`)

  expect(await imageOf(wide)).toMatchObject({ width: 1_440, narrowWidth: 1_080 })
  expect(await imageOf(small)).not.toHaveProperty('narrowWidth')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    etag: `"${wide.thumbnail}-narrow"`,
  })
  expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'webp', width: 1_080, height: 270 })
  const again = await api
    .get(`/images/${wide.thumbnail}/narrow`)
    .set('If-None-Match', `"${wide.thumbnail}-narrow"`)
  expect(again.status).toBe(304)
})

test.each([
  ['original', () => `/images/${small.thumbnail}/original`],
  ['the small JPEG of lists', () => `/images/${small.thumbnail}/jpegSmall`],
  ['a rendition that is a property of every object', () => `/images/${small.thumbnail}/constructor`],
  ['a narrow picture that the image does not have', () => `/images/${small.thumbnail}/narrow`],
  ['an unknown id', () => `/images/${'A'.repeat(44)}/view`],
  ['an id without its seal', () => `/images/${small.thumbnail.slice(0, 22)}/view`],
  ['a short id', () => '/images/abc/view'],
  ['an operator', () => '/images/%24ne/view'],
  ["a project's id", () => `/images/${small._id}/view`],
])('%s is not found', async (_case, path) => {
  const answer = await api.get(path())

  expect(answer.status).toBe(404)
  expect(answer.body).toEqual(notFound)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
})

test('an address that continues after an image is not found, even if the image is in memory', async () => {
  await api.get(`/images/${small.thumbnail}/view`).expect(200)
  expect((await api.get(`/images/${small.thumbnail}/view/more`)).status).toBe(404)
})

test('a cached image is answered with 304 and no body', async () => {
  const answer = await api
    .get(`/images/${small.thumbnail}/view`)
    .set('If-None-Match', `"${small.thumbnail}-view"`)

  expect(answer.status).toBe(304)
  expect(answer.text).toBe('')
  expect(answer.headers['cache-control']).toContain('immutable')
})

test('HEAD returns length and type of the whole image, for any requested range', async () => {
  for (const project of [small, large]) {
    const answer = await api.head(`/images/${project.thumbnail}/view`).set('Range', 'bytes=0-9')

    expect(answer.status).toBe(200)
    const { body } = await download(`/images/${project.thumbnail}/view`)
    expect(answer.headers['content-length']).toBe(String(body.length))
    expect(answer.headers['content-type']).toBe('image/webp')
  }
})

test('other methods are refused', async () => {
  const answer = await api.delete(`/images/${small.thumbnail}/view`)

  expect(answer.status).toBe(405)
  expect(answer.headers['allow']).toBe('GET, HEAD')
})

test('a large view arrives completely', async () => {
  expect(largeView.length).toBeGreaterThan(2 * 1024 * 1024)
  expect(await sharp(largeView).metadata()).toMatchObject({ width: 1_100, height: 1_000 })
})

test.each([
  ['bytes=0-0', (length: number) => [0, 0, length]],
  ['bytes=100-199', () => [100, 199]],
  // Across the boundary between two chunks of 255 KB.
  ['bytes=261000-523000', () => [261_000, 523_000]],
  ['bytes=261120-261120', () => [261_120, 261_120]],
  ['bytes=-5', (length: number) => [length - 5, length - 1]],
  ['bytes=2000000-', (length: number) => [2_000_000, length - 1]],
  ['bytes=2000000-99999999', (length: number) => [2_000_000, length - 1]],
])('%s of a large image returns exactly these bytes', async (range, bounds) => {
  const answer = await download(`/images/${large.thumbnail}/view`, { Range: range })

  const [start = 0, end = 0] = bounds(largeView.length)
  expect(answer.status).toBe(206)
  expect(answer.headers).toMatchObject({
    'content-range': `bytes ${start}-${end}/${largeView.length}`,
    'content-length': String(end - start + 1),
  })
  expect(answer.body.equals(largeView.subarray(start, end + 1))).toBe(true)
})

test('a range of a small image is served too', async () => {
  const path = `/images/${small.thumbnail}/thumbnail`
  const { body: whole } = await download(path)

  const part = await download(path, { Range: 'bytes=10-19' })

  expect(part.status).toBe(206)
  expect(part.body.equals(whole.subarray(10, 20))).toBe(true)
})

test.each(['bytes=99999999-', 'bytes=-0'])(
  '%s, which starts after the end, is answered with 416',
  async (range) => {
    const answer = await api.get(`/images/${large.thumbnail}/view`).set('Range', range)

    expect(answer.status).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${largeView.length}`)
    // A cache would send this refusal to everyone who asks for the image.
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).not.toHaveProperty('etag')
  },
)

test.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes', 'bytes=abc'])(
  'the range %s, which is not a single one, gets the whole image',
  async (range) => {
    const path = `/images/${small.thumbnail}/view`
    const { body: whole } = await download(path)

    const answer = await download(path, { Range: range })

    expect(answer.status).toBe(200)
    expect(answer.body.equals(whole)).toBe(true)
  },
)

test('a range of another version of the image gets the whole one', async () => {
  const path = `/images/${small.thumbnail}/view`

  const other = await download(path, { Range: 'bytes=0-9', 'If-Range': '"something-else"' })
  const same = await download(path, { Range: 'bytes=0-9', 'If-Range': `"${small.thumbnail}-view"` })

  expect(other.status).toBe(200)
  expect(same.status).toBe(206)
})

describe('an image address ends with its link', () => {
  const there = sharedTestApp()

  const views = (id: string) => ['view', 'thumbnail', 'jpeg'].map((name) => `/images/${id}/${name}`)
  const statuses = (at: TestApp, id: string) =>
    Promise.all(views(id).map(async (path) => (await at.api.get(path)).status))
  const shown = [200, 200, 200]
  const gone = [404, 404, 404]
  async function keyOf(id: string, headers: Record<string, string> = {}): Promise<string> {
    const { body } = await api.get(`/projects/${id}?image=none`).set(headers)
    return body.designs[0].versions[0].image._id
  }
  /** The change stream notifies every process, including this one, a moment later. */
  const expectEnded = (id: string) =>
    vi.waitFor(async () => {
      for (const at of [app, there]) expect(await statuses(at, id)).toEqual(gone)
    }, 10_000)

  async function givenShared() {
    const project = await givenImage(api, await pngOf())
    const { _id, owner } = project
    const [own, guests] = [await keyOf(_id, owner.auth), await keyOf(_id)]
    // All of them are in memory now, in both processes.
    for (const at of [app, there])
      for (const id of [own, guests]) expect(await statuses(at, id)).toEqual(shown)
    return { project, _id, owner, own, guests }
  }

  test('the link and the owner have different addresses, which do not change', async () => {
    const { _id, owner, project, own, guests } = await givenShared()

    expect(guests).not.toBe(own)
    expect(project.thumbnail).toBe(own)
    expect((await api.get('/projects?image=none').set(owner.auth)).body[0].thumbnail).toBe(own)
    expect([await keyOf(_id), await keyOf(_id, owner.auth)]).toEqual([guests, own])
    const { token } = await givenLogin(api, owner)
    expect(await keyOf(_id, { Authorization: `Bearer ${token}` })).toBe(own)
  })

  test('closed: the guests’ addresses end in every process and return with the link; the owner’s stay', async () => {
    const { project, own, guests } = await givenShared()

    await givenSettings(api, project, { closed: true })
    await expectEnded(guests)
    const path = `/images/${guests}/view`
    expect((await api.get(path).set('If-None-Match', `"${guests}-view"`)).body).toEqual(notFound)
    for (const at of [app, there]) expect(await statuses(at, own)).toEqual(shown)

    await givenSettings(api, project, { closed: false })
    for (const at of [app, there]) expect(await statuses(at, guests)).toEqual(shown)
  })

  test('replaced: the addresses of the old link end, and the new link has its own', async () => {
    const { _id, owner, own, guests } = await givenShared()

    const { body: link } = await api.post(`/projects/${_id}/link`).set(owner.auth)
    await expectEnded(guests)

    const fresh = await keyOf(link.id)
    expect(fresh).not.toBe(guests)
    for (const at of [app, there])
      for (const id of [own, fresh]) expect(await statuses(at, id)).toEqual(shown)
  })

  test('past its end date: they end without a change event', async () => {
    const { _id, guests } = await givenShared()
    const endsAt = new Date(Date.now() + 1_500)
    await mongoose.connection
      .collection('projects')
      .updateOne({ publicId: _id }, { $set: { 'link.endsAt': endsAt } })

    await expectEnded(guests)
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt.getTime())
  })

  test('trashed: all of them end, and return with the project', async () => {
    const { _id, owner, own, guests } = await givenShared()

    await api.delete(`/projects/${_id}`).set(owner.auth)
    await expectEnded(guests)
    await expectEnded(own)

    await api.post(`/projects/${_id}/restore`).set(owner.auth)
    for (const at of [app, there])
      for (const id of [own, guests]) expect(await statuses(at, id)).toEqual(shown)
  })

  test('removed permanently: all of a version’s end, even if they are in memory', async () => {
    const project = await givenImage(api, await pngOf())
    const { _id, owner } = project
    const version = await givenVersion(api, project)
    const keysOf = async (headers: Record<string, string> = {}): Promise<string[]> => {
      const { body } = await api.get(`/projects/${_id}?image=none`).set(headers)
      return body.designs[0].versions.map(({ image }: Version) => image._id)
    }
    const [[kept = '', guests = ''], [, own = '']] = [await keysOf(), await keysOf(owner.auth)]
    for (const at of [app, there])
      for (const id of [guests, own]) expect(await statuses(at, id)).toEqual(shown)

    const design = (await openProject(api, project)).designs[0]?._id
    await api.delete(`/projects/${_id}/designs/${design}/versions/${version._id}`).set(owner.auth).expect(200)
    await expectEnded(guests)
    for (const at of [app, there]) expect(await statuses(at, own)).toEqual(shown)
    await emptyTrash()

    await expectEnded(own)
    for (const at of [app, there]) {
      expect(await statuses(at, kept)).toEqual(shown)
      expect(await statuses(at, guests)).toEqual(gone)
    }
  })

  test('removed while it is read: it is neither served nor cached', async () => {
    const { thumbnail: key } = await givenImage(api, await pngOf())
    const { gate, images } = givenImageServer()
    const find = vi.spyOn(gate, 'find').mockImplementationOnce(async (...asked) => {
      await deleteImages([imageIdOf(key)])
      return gate.find(...asked)
    })

    await expect(images.find(key, 'view')).rejects.toMatchObject({ code: 'image_not_found' })

    expect(find).toHaveBeenCalledTimes(2)
    expect(images.findKept(key, 'view')).toBeUndefined()
    await expect(images.find(key, 'view')).rejects.toMatchObject({ code: 'image_not_found' })
  })

  test('a picture of a comment ends with the comment, even if it was just served', async () => {
    const { _id } = await givenImage(api, await pngOf())
    const guest = givenGuest()
    const picture = await givenPicture(api, _id, guest)
    const comment = await givenComment(api, _id, { x: 1, y: 1, pictures: [picture._id] }, guest)
    const status = async () => (await api.get(`/images/${picture.image._id}/view`)).status
    expect([await status(), await status()]).toEqual([200, 200])

    await api.delete(`/projects/${_id}/comments/${comment._id}`).set(guest).expect(200)

    expect(await status()).toBe(404)
  })

  test('logged out everywhere: the owner’s end, the guests’ stay', async () => {
    const { owner, own, guests } = await givenShared()

    await api.post('/users/logout-everywhere').set(owner.auth)
    await expectEnded(own)
    for (const at of [app, there]) expect(await statuses(at, guests)).toEqual(shown)
  })

  test('an address cannot be derived from another one', async () => {
    const [one, other] = [await givenShared(), await givenShared()]
    const id = one.guests.slice(0, 22)
    for (const seal of [other.guests.slice(22), other.own.slice(22), id, 'A'.repeat(22), ''])
      expect(await statuses(app, id + seal)).toEqual(gone)
  })

  test('addresses stay valid after a change of the secret', async () => {
    const { guests } = await givenShared()
    const { jwt } = app.config.secrets
    const rotated = await givenTestApp({
      secrets: { ...app.config.secrets, jwt: 'k'.repeat(48), jwtPrevious: jwt },
    })
    expect(await statuses(rotated, guests)).toEqual(shown)
  })
})

test('a hundred concurrent visitors all get the image', async () => {
  const fresh = await givenImage(api, await pngOf(320, 200))

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, visitor) =>
      download(`/images/${fresh.thumbnail}/${visitor % 2 ? 'view' : 'jpeg'}`),
    ),
  )

  expect(answers.every(({ status, body }) => status === 200 && body.length > 0)).toBe(true)
})

test('concurrent requests cost hardly more than one, and later requests cost nothing', async () => {
  const [fresh, pieces] = [
    await givenImage(api, await pngOf()),
    await givenImage(api, await noisePng(500, 400)),
  ]
  const paths = [fresh, pieces].map(({ thumbnail }) => `/images/${thumbnail}/view`)
  const visits = (count: number) =>
    Promise.all(paths.flatMap((path) => Array.from({ length: count }, () => download(path))))
  const asked = async (count: number) =>
    (await recorder.during(() => visits(count))).map(({ collection }) => collection)

  const first = await asked(30)
  // Each change of an upload that arrives meanwhile costs one more.
  expect(first.filter((collection) => collection === 'projects').length).toBeLessThanOrEqual(10)
  await expect.poll(() => asked(3)).toEqual([])
})

test('a served image is cached for its own address and rendition only', async () => {
  const { thumbnail: key } = await givenImage(api, await pngOf())
  const { images } = givenImageServer()
  expect(images.findKept(key, 'view')).toBeUndefined()

  // Until the changes of the upload have arrived, nothing is kept.
  await vi.waitFor(async () => {
    const { length } = await images.find(key, 'view')
    expect(images.findKept(key, 'view')).toMatchObject({ contentType: 'image/webp', length })
  }, 10_000)
  expect(images.findKept(key, 'thumbnail')).toBeUndefined()
  expect(images.findKept(`${imageIdOf(key)}${'A'.repeat(22)}`, 'view')).toBeUndefined()
})

test('an image of several pieces arrives completely, whether read, cached, or requested by many at once', async () => {
  const fresh = await givenImage(api, await noisePng(1_100, 1_000))
  const path = `/images/${fresh.thumbnail}/view`
  const [read, kept] = [(await download(path)).body, (await download(path)).body]
  const many = await Promise.all(Array.from({ length: 30 }, () => download(path)))

  expect((await sharp(read).metadata()).width).toBe(1_100)
  expect(read.equals(kept)).toBe(true)
  expect(many.every(({ body }) => read.equals(body))).toBe(true)
  const { headers } = await download(path)
  expect(headers['content-length']).toBe(String(read.length))
})

test('a visitor who leaves during a large image causes no error', async () => {
  const before = app.log.length
  const socket = connect(app.port, '127.0.0.1')
  socket.write(`GET /images/${large.thumbnail}/view HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()

  await expect.poll(() => app.log.length).toBeGreaterThan(before)

  expect(app.log.slice(before).join('')).not.toContain('unexpected error')
  expect((await api.get(`/images/${large.thumbnail}/thumbnail`)).status).toBe(200)
})
