/** Proves that nothing of a deleted account is left, by reading every document of the database before and
 *  after. */
import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import sharp from 'sharp'
import * as z from 'zod'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Comment } from '@pinmark/shared/entities/comment'
import { errorCatalogue } from '@pinmark/shared/messages'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { readEvents, type EventReader } from '../../test/event-reader'
import { givenImage } from '../../test/given-image'
import { givenMember } from '../../test/given-member'
import { design, givenComment, givenGuest, givenProject, givenReply, newKey } from '../../test/given-project'
import { givenLogin, givenUser, type GivenUser } from '../../test/given-user'
import { noisePng } from '../../test/sample-images'
import { scanDatabase } from '../../test/scan-database'
import { imageIdOf } from '../images/image-keys'
import { LoginThrottle } from './login-throttle'
import { sweepAccounts } from '../ops/background-work'
import { hideProjectsOfDeletedAccounts } from './account-removal.record'
import { ImageModel } from '../images/image.record'
import { ProjectModel } from '../projects/project.record'
import { UserModel } from './user.record'
import { accountKey } from '../visits/visit.record'
import { readToken } from './tokens'

const app = sharedTestApp()
const open: EventReader[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const reader of open.splice(0)) reader.close()
})

/** Unique letters and digits. */
const marker = (what: string) => `${what}${randomBytes(8).toString('hex')}`
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const remove = (user: GivenUser, password = user.password) =>
  app.api.post('/users/deletion').set(user.auth).send({ password })
const isOver = async (user: GivenUser) => (await app.api.get('/users/me').set(user.auth)).status === 401

async function follow(projectId: string, headers: Record<string, string>): Promise<EventReader> {
  const reader = await readEvents(app, projectId, headers)
  open.push(reader)
  return reader
}

/** An original that is too large for one chunk of a file, with words inside. */
async function givenOriginal(words: string): Promise<Buffer> {
  return sharp(await noisePng(360, 360))
    .withExif({ IFD0: { ImageDescription: words } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** An account that has used every feature, and all texts that must not be found afterwards. */
async function givenBusyAccount() {
  const [local, name] = [marker('mail'), `Mara ${marker('name')}`]
  const words = {
    project: marker('project'),
    description: marker('brief'),
    trashed: marker('trashed'),
    guest: marker('guestname'),
    comment: marker('comment'),
    reply: marker('reply'),
    deleted: marker('deletedwords'),
    original: marker('original'),
  }
  const user = await givenUser(app.api, { email: `${local}@studio.test`, name })
  const neighbour = await givenProject(app.api)

  const project = await givenImage(app.api, await givenOriginal(words.original), user)
  await app.api
    .put(`/projects/${project._id}`)
    .set(user.auth)
    .send({ name: words.project, description: words.description })
  const link = (await app.api.post(`/projects/${project._id}/link`).set(user.auth)).body.id
  const trashed = await givenProject(app.api, { owner: user, name: words.trashed })
  await givenComment(app.api, trashed._id, { text: words.trashed })
  await app.api.delete(`/projects/${trashed._id}`).set(user.auth)

  const guest = givenGuest()
  const comment = await givenComment(app.api, link, { commenter: words.guest, text: words.comment }, guest)
  await givenReply(app.api, link, comment._id, { text: words.reply }, user.auth)
  const gone = await givenComment(app.api, link, { text: words.deleted })
  await app.api.delete(`/projects/${project._id}/comments/${gone._id}`).set(user.auth)
  await app.api.post(`/projects/${project._id}/visit`).set(user.auth).send({ number: 1 })

  // In the project of another person: as a commenter, as the last author, and as the person who resolved.
  const said = { commenter: name, text: marker('staying') }
  const elsewhere = await givenComment(app.api, neighbour._id, said, user.auth)
  const replied = { commenter: name, text: marker('stayingreply') }
  const answered = await givenReply(app.api, neighbour._id, elsewhere._id)
  await app.api
    .put(`/projects/${neighbour._id}/comments/${answered._id}/agreement`)
    .set(user.auth)
    .send({ agree: true, commenter: name })
    .expect(200)
  await givenReply(app.api, neighbour._id, elsewhere._id, replied, user.auth)
  await app.api
    .patch(`/projects/${neighbour._id}/comments/${elsewhere._id}`)
    .set(user.auth)
    .send({ resolved: true })
  await app.api.post(`/projects/${neighbour._id}/visit`).set(user.auth).send({ number: 1 })

  const second = await givenLogin(app.api, user)
  await app.api.post('/users/logout').set('Authorization', `Bearer ${second.token}`)
  await app.api.post('/users/login').send({ email: user.email, password: 'wrong this time' })
  const streams = [await follow(project._id, user.auth), await follow(neighbour._id, user.auth)]
  const guestStream = await follow(link, guest)

  const recordId = async (publicId: string) =>
    (await ProjectModel.findOne({ publicId }).orFail())._id.toHexString()
  const account = await UserModel.findOne({ email: user.email }).orFail()
  const traces = {
    ...words,
    name,
    email: local,
    publicId: user.user._id,
    accountId: account._id.toHexString(),
    endedLogin: readToken(app.config, second.token)?.jti ?? 'no token',
    loginKey: new LoginThrottle(app.config).loginKey(user.email),
    projectId: project._id,
    projectRecord: await recordId(project._id),
    link,
    trashedId: trashed._id,
    trashedRecord: await recordId(trashed._id),
    image: imageIdOf(project.thumbnail),
    trashedImage: imageIdOf(trashed.thumbnail),
    design: comment.design,
    commentId: comment._id,
    visitor: accountKey(account._id),
  }
  return { user, project, link, neighbour, elsewhere, said, replied, traces, streams, guestStream }
}

const fileCount = () =>
  Promise.all(
    ['images.files', 'images.chunks', 'images'].map(async (name) =>
      mongoose.connection.db?.collection(name).countDocuments(),
    ),
  )

describe('a deleted account', () => {
  test('leaves nothing in the database', async () => {
    const { user, traces, streams, guestStream, neighbour, elsewhere, said, replied } =
      await givenBusyAccount()
    const texts = Object.values(traces)
    // Presence and rate windows are stored a moment later.
    await vi.waitFor(
      async () => {
        const found = await scanDatabase(texts)
        expect(texts.filter((text) => found[text]?.length === 0)).toEqual([])
        const everywhere = new Set(
          Object.values(found)
            .flat()
            .map((place) => place.replace(/(\.[a-z]+)?( \(key\))?$/i, '')),
        )
        for (const collection of [
          'users',
          'projects',
          'comments',
          'images',
          'images.chunks',
          'visits',
          'presences',
          'knownNetworks',
          'loginDelays',
          'revokedTokens',
          'rateWindows',
        ])
          expect(
            [...everywhere].some((place) => place.startsWith(collection)),
            collection,
          ).toBe(true)
      },
      { timeout: 10_000, interval: 200 },
    )

    expect((await remove(user)).status).toBe(204)
    await Promise.all([...streams, guestStream].map(({ ended }) => ended))
    await sweepAccounts(inMinutes(4))
    expect(await UserModel.exists({ publicId: user.user._id })).not.toBeNull()
    await Promise.all([sweepAccounts(inMinutes(6)), sweepAccounts(inMinutes(6))])

    const left = await scanDatabase(texts)
    expect(Object.values(left).flat()).toEqual([])
    const { body: theirs } = await app.api.get(`/projects/${neighbour._id}?image=none`)
    expect(theirs.comments).toMatchObject([
      {
        _id: elsewhere._id,
        text: said.text,
        commenter: 'Former user',
        resolved: { by: 'Former user' },
        replies: [{ agrees: { names: ['Former user'] } }, { text: replied.text, commenter: 'Former user' }],
      },
    ])
    const { body: list } = await app.api.get('/projects?image=none').set(neighbour.owner.auth)
    expect(list[0].stats).toMatchObject({
      open: 0,
      total: 1,
      last: { commenter: 'Former user', text: replied.text },
    })
  })

  test('has its name removed from its comments, also in cached answers', async () => {
    const neighbour = await givenProject(app.api)
    const user = await givenUser(app.api, { name: 'Mara Holm' })
    await givenComment(app.api, neighbour._id, { commenter: 'Mara Holm' }, user.auth)
    await givenComment(app.api, neighbour._id, { commenter: 'Ana Ruiz' })
    const seen = async () => {
      const { body } = await app.api.get(`/projects/${neighbour._id}?image=none`)
      return body.comments.map(({ commenter }: { commenter: string }) => commenter)
    }
    expect(await seen()).toEqual(['Mara Holm', 'Ana Ruiz'])

    await remove(user)
    await sweepAccounts(inMinutes(6))
    await app.api.get('/projects?image=none').set(neighbour.owner.auth)
    expect(await seen()).toEqual(['Former user', 'Ana Ruiz'])
  })

  test('has its name removed from its agreements, also in cached answers', async () => {
    const neighbour = await givenProject(app.api)
    const user = await givenUser(app.api, { name: 'Mara Holm' })
    const { _id } = await givenComment(app.api, neighbour._id)
    await app.api
      .put(`/projects/${neighbour._id}/comments/${_id}/agreement`)
      .set(user.auth)
      .send({ agree: true, commenter: 'Mara Holm' })
      .expect(200)
    const seen = async () =>
      (await app.api.get(`/projects/${neighbour._id}?image=none`)).body.comments[0].agrees.names
    expect(await seen()).toEqual(['Mara Holm'])

    await remove(user)
    await sweepAccounts(inMinutes(6))
    expect(await seen()).toEqual(['Former user'])
  })

  test('deletes the bytes of its images, and of no others', async () => {
    const other = await givenImage(app.api, await givenOriginal('kept'))
    const before = await fileCount()
    const user = await givenUser(app.api)
    await givenImage(app.api, await givenOriginal('gone'), user)
    expect(await fileCount()).not.toEqual(before)

    await remove(user)
    await sweepAccounts(inMinutes(6))

    expect(await fileCount()).toEqual(before)
    expect((await app.api.get(`/images/${other.thumbnail}/view`)).status).toBe(200)
  })

  test('ends at once: its logins, projects, links, pages and images', async () => {
    const { user, project, link, streams, guestStream } = await givenBusyAccount()
    const second = await givenLogin(app.api, user)

    await remove(user)

    expect(await isOver(user)).toBe(true)
    expect((await app.api.get('/users/me').set('Authorization', `Bearer ${second.token}`)).status).toBe(401)
    expect((await app.api.post('/users/login').send(user)).body).toMatchObject({ code: 'wrong_login' })
    expect((await app.api.get(`/projects/${link}`)).status).toBe(404)
    await vi.waitFor(() => app.api.get(`/images/${project.thumbnail}/thumbnail`).expect(404), 10_000)
    await Promise.all([...streams, guestStream].map(({ ended }) => ended))
    expect(guestStream.events.at(-1)).toEqual({ type: 'project.closed' })
  })

  test('keeps nothing of an upload in progress', async () => {
    const user = await givenUser(app.api)
    const { collection } = ImageModel
    const insertOne = collection.insertOne.bind(collection)
    vi.spyOn(collection, 'insertOne').mockImplementationOnce(async (...image) => {
      const stored = await insertOne(...image)
      await remove(user)
      return stored
    })

    const answer = await app.api
      .post('/projects')
      .set(user.auth)
      .send({ name: 'Late', image: design.dataUrl })

    expect(answer).toMatchObject({ status: 401, text: errorCatalogue.session_ended.text })
    const owner = (await UserModel.findOne({ publicId: user.user._id }).lean().orFail())._id
    expect(await ProjectModel.countDocuments({ owner })).toBe(0)
    expect(await ImageModel.countDocuments({ owner })).toBe(0)
  })

  test('frees its e-mail address for a new account, which gets none of its data', async () => {
    const user = await givenUser(app.api)
    const project = await givenProject(app.api, { owner: user })
    await remove(user)
    const again = await givenUser(app.api, { email: user.email, name: user.name })
    expect(again.user._id).not.toBe(user.user._id)
    expect((await app.api.get('/projects').set(again.auth)).body).toEqual([])

    await sweepAccounts(inMinutes(6))

    expect(await isOver(again)).toBe(false)
    expect((await app.api.post(`/projects/${project._id}/restore`).set(again.auth)).status).toBe(404)
    await givenLogin(app.api, again)
  })

  test.each([
    [{ password: 'not my password' }, 403, 'wrong_current_password'],
    [{ password: '' }, 400, 'password_required'],
    [{}, 400, 'password_required'],
    [{ password: { $ne: null } }, 400, 'forbidden_key'],
  ])('is not deleted with %j', async (body, status, code) => {
    const user = await givenUser(app.api)
    const project = await givenProject(app.api, { owner: user })
    const answer = await app.api.post('/users/deletion').set(user.auth).send(body)
    expect(answer).toMatchObject({ status, body: { code } })
    expect(await isOver(user)).toBe(false)
    expect((await app.api.get(`/projects/${project._id}`)).status).toBe(200)
  })

  test('leaves a closed registration closed, even if it was the only account', async () => {
    await UserModel.deleteMany({})
    const owner = await givenUser(app.api)
    await remove(owner)
    await sweepAccounts(inMinutes(6))
    expect(await UserModel.countDocuments()).toBe(0)
    const closed = await givenTestApp({ registration: 'closed' })

    const answer = await closed.api
      .post('/users/register')
      .send({ name: 'Mara Hald', email: `${marker('mail')}@studio.test`, password: 'a quiet light table' })

    expect(answer).toMatchObject({ status: 403, body: { code: 'registration_closed' } })
  })

  test('is not deleted without a token, nor twice', async () => {
    const user = await givenUser(app.api)
    const body = { password: user.password }
    expect((await app.api.post('/users/deletion').send(body)).body).toMatchObject({
      code: 'sign_in_required',
    })
    const answers = await Promise.all([remove(user), remove(user), remove(user)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => ![204, 401, 403].includes(status))).toEqual([])
  })
})

const writes = [
  'insertOne',
  'updateOne',
  'updateMany',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
] as const

/** Lets `count` writes pass and makes every later one fail, as if the process had died there. */
function crashAfter(count: number): void {
  let left = count
  for (const name of writes) {
    const original = mongoose.mongo.Collection.prototype[name]
    vi.spyOn(mongoose.mongo.Collection.prototype, name).mockImplementation(function crashing(
      this: object,
      ...args: unknown[]
    ) {
      left -= 1
      if (left < 0) throw new Error('crashed here')
      return Reflect.apply(original, this, args)
    })
  }
}

describe('a deletion that is interrupted by a crash', () => {
  test('after its first write is complete before the server answers again', async () => {
    const user = await givenUser(app.api)
    const project = await givenProject(app.api, { owner: user })
    const { _id } = await UserModel.findOne({ email: user.email }).orFail()
    // Throttle and password come first: the tombstone is the write that ends the logins.
    for (let count = 0; !(await isOver(user)); count += 1) {
      crashAfter(count)
      await remove(user)
      vi.restoreAllMocks()
      if (await isOver(user)) break
      expect((await app.api.get(`/projects/${project._id}`)).status).toBe(200)
    }
    expect(await UserModel.findById(_id).lean()).toMatchObject({ name: '', passwordHash: '' })

    await hideProjectsOfDeletedAccounts()

    expect((await app.api.get(`/projects/${project._id}`)).status).toBe(404)
  })

  test('after any later write is finished by the next sweep', async () => {
    const { user, link, traces } = await givenBusyAccount()
    await remove(user)
    let crashes = 0
    for (let hasCrashed = true; hasCrashed;) {
      const removal = crashAfterChange()
      await sweepAccounts(inMinutes(6)).catch(mustBeCrash)
      vi.restoreAllMocks()
      hasCrashed = removal.hasCrashed()
      crashes += hasCrashed ? 1 : 0
      expect((await app.api.get(`/projects/${link}`)).status).toBe(404)
    }
    expect(crashes).toBeGreaterThan(12)
    expect(Object.values(await scanDatabase(Object.values(traces))).flat()).toEqual([])
  })
})

/** No write gets through behind the first one that changes anything. */
function crashAfterChange(): { hasCrashed: () => boolean } {
  let [hasChanged, hasCrashed] = [false, false]
  for (const name of writes) {
    const original = mongoose.mongo.Collection.prototype[name]
    vi.spyOn(mongoose.mongo.Collection.prototype, name).mockImplementation(async function crashing(
      this: object,
      ...args: unknown[]
    ) {
      if (hasChanged) {
        hasCrashed = true
        throw new Error('crashed here')
      }
      const result: unknown = await Reflect.apply(original, this, args)
      const changes = changesSchema.parse(result)
      hasChanged = changes.modifiedCount + changes.deletedCount > 0
      return result
    })
  }
  return { hasCrashed: () => hasCrashed }
}

const changesSchema = z.object({ modifiedCount: z.number().default(0), deletedCount: z.number().default(0) })

function mustBeCrash(error: unknown): void {
  if (!String(error).includes('crashed here')) throw error
}

test('an image that was being prepared while its project was handed over outlives the former owner', async () => {
  const project = await givenProject(app.api)
  const member = await givenMember(app.api, project)
  const path = `/projects/${project._id}/offer`
  await app.api.put(path).set(project.owner.auth).send({ member: member.user._id }).expect(204)
  const former = await UserModel.findOne({ publicId: project.owner.user._id }).lean().orFail()
  await app.api.post(`${path}/accept`).set(member.auth).expect(204)
  // An upload that began before stores its image for the owner of that time.
  await ImageModel.updateOne({ _id: imageIdOf(project.thumbnail) }, { owner: former._id })

  await remove(project.owner)
  await sweepAccounts(inMinutes(6))

  expect(await UserModel.exists({ _id: former._id })).toBeNull()
  const shown = (await app.api.get(`/projects/${project._id}?image=none`).set(member.auth)).body.designs[0]
  expect((await app.api.get(`/images/${shown.versions[0].image._id}/view`)).status).toBe(200)
})

test('a deleted account leaves no number at its comments, and its number is not given again', async () => {
  const project = await givenProject(app.api)
  const account = await givenUser(app.api)
  const say = (headers: Record<string, string>) =>
    givenComment(app.api, project._id, { commenter: 'Anna', text: newKey() }, headers)
  await say(givenGuest())
  expect(await say(account.auth)).toHaveProperty('person', 'Anna 2')

  await app.api.post('/users/deletion').set(account.auth).send({ password: account.password })
  await sweepAccounts(new Date(Date.now() + 3_600_000))

  expect(await say(givenGuest())).toHaveProperty('person', 'Anna 3')
  const { comments } = (await app.api.get(`/projects/${project._id}`)).body
  expect(comments.map(({ commenter, person }: Comment) => person ?? commenter)).toEqual([
    'Anna',
    'Former user',
    'Anna 3',
  ])
})
