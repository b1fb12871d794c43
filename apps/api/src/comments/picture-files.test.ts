import { request } from 'node:http'
import mongoose from 'mongoose'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Comment, Picture } from '@pinmark/shared/entities/comment'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { linkTokenHeader } from '@pinmark/shared/paths'
import { givenTestApp, sharedTestApp, type Api } from '../../test/app-under-test'
import { readEvents } from '../../test/event-reader'
import { givenDesigns, newPicture } from '../../test/given-design'
import { givenPicture, sendPicture } from '../../test/given-picture'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  givenUnlocked,
  newKey,
} from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { noisePng, pngOf } from '../../test/sample-images'
import { deleteOrphanImages, storageOf } from '../images/image-upkeep.record'
import { ImageModel } from '../images/image.record'
import { ProjectModel } from '../projects/project.record'
import { sweep } from '../ops/background-work'

const app = sharedTestApp()
let api: Api
beforeAll(() => void ({ api } = app))

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const words = (pictures: string[], text = 'Like this') => ({
  ...{ commenter: 'Ana Ruiz', text, x: 12, y: 8 },
  pictures,
})
const add = (projectId: string, headers: object, body: object) =>
  api
    .post(`/comment/add/${projectId}`)
    .set({ ...headers })
    .send(body)
const patch = (projectId: string, { _id }: { _id: string }, headers: object, body: object) =>
  api
    .patch(`/projects/${projectId}/comments/${_id}`)
    .set({ ...headers })
    .send(body)
const imageStatus = async ({ image }: Picture) => (await api.get(`/images/${image._id}/view`)).status
const imagesOf = async (publicId: string) => {
  const project = await ProjectModel.findOne({ publicId }).orFail()
  return ImageModel.countDocuments({ project: project._id, 'picture.id': mongoose.trusted({ $gt: '' }) })
}

describe('a picture', () => {
  test('is uploaded by a guest, used by a comment and a reply, and visible to their viewers', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const live = await readEvents(app, project._id)
    const first = await givenPicture(api, project._id, guest, { name: 'train 1440.png' })
    const second = await givenPicture(api, project._id, guest)

    const comment = await givenComment(api, project._id, { pictures: [first._id] }, guest)
    const reply = await givenReply(api, project._id, comment._id, { pictures: [second._id] }, guest)

    expect(comment.pictures).toEqual([{ ...first, name: 'train 1440.png' }])
    expect(reply.pictures).toEqual([second])
    expect(first.image).toMatchObject({ width: 400, height: 300 })
    const { body: opened } = await api.get(`/projects/${project._id}?image=none`)
    expect(opened.comments).toMatchObject([{ pictures: [first], replies: [{ pictures: [second] }] }])
    const told = await live.next((event) => event.type === 'comment.added')
    expect(told).toMatchObject({ comment: { pictures: [first] } })
    live.close()
    expect(await imageStatus(first)).toBe(200)
    // The owner has addresses of their own, which outlive the link.
    const { body: own } = await api.get(`/projects/${project._id}?image=none`).set(project.owner.auth)
    const [ownPicture] = own.comments[0].pictures
    expect(ownPicture.image._id).not.toBe(first.image._id)
    expect(await imageStatus(ownPicture)).toBe(200)
  })

  test('is re-encoded without metadata, and never served as it was sent', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const bytes = await sharp(await newPicture())
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ana' }, IFD3: { GPSLatitude: '1/1' } })
      .toBuffer()
    const picture = await givenPicture(api, project._id, guest, { bytes })

    const answer = await api.get(`/images/${picture.image._id}/view`).buffer(true).responseType('arraybuffer')

    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { exif, xmp, icc } = await sharp(answer.body).metadata()
    expect({ exif, xmp, icc }).toEqual({ exif: undefined, xmp: undefined, icc: undefined })
    for (const rendition of ['jpeg', 'narrow', 'original']) {
      expect((await api.get(`/images/${picture.image._id}/${rendition}`)).status).toBe(404)
    }
    const stored = await ImageModel.findOne({ 'picture.id': picture._id }).lean().orFail()
    expect(Object.keys(stored.renditions)).toEqual(['view', 'thumbnail'])
  })

  test.each<[string, () => Buffer | Promise<Buffer>, ErrorCode]>([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'picture_not_supported',
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'picture_not_supported'],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'picture_not_supported'],
    ['an empty file', () => Buffer.alloc(0), 'image_empty'],
    ['a damaged PNG', async () => (await pngOf()).subarray(0, 60), 'image_cut_off'],
  ])('%s is refused with its name', async (_case, bytes, code) => {
    const project = await givenProject(api)

    const answer = await sendPicture(api, project._id, givenGuest(), { bytes: await bytes() })

    const { status, text } = errorCatalogue[code]
    expect(answer).toMatchObject({ status, body: { error: text, code } })
    expect(await imagesOf(project._id)).toBe(0)
  })

  test('of more than 5 MB is refused', async () => {
    const project = await givenProject(api)

    const answer = await sendPicture(api, project._id, givenGuest(), { bytes: await noisePng(1_400, 1_400) })

    expect(answer).toMatchObject({ status: 413, body: { code: 'image_too_large' } })
  })

  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\ana\\train.png', 'train.png'],
    ['gnp.\u202Eniart.png', ''],
    [`${'n'.repeat(200)}.png`, 'n'.repeat(100)],
  ])('called %s is shown as %s', async (name, shown) => {
    const project = await givenProject(api)

    expect((await givenPicture(api, project._id, givenGuest(), { name })).name).toBe(shown)
  })

  test('needs no text, and text needs no picture; an empty message is refused', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const { _id } = await givenPicture(api, project._id, guest)

    const alone = await add(project._id, guest, words([_id], ''))
    const nothing = await add(project._id, guest, words([], ' '))

    expect(alone).toMatchObject({ status: 201, body: { text: '', pictures: [{ _id }] } })
    const [card] = (await api.get('/projects?image=none').set(project.owner.auth)).body
    expect(card.stats.last.text).toBe('A picture')
    expect(nothing).toMatchObject({ status: 400, body: { code: 'text_required' } })
    expect((await patch(project._id, alone.body, guest, { pictures: [] })).body.code).toBe('text_required')
    expect((await patch(project._id, alone.body, guest, { text: 'Here' })).body.text).toBe('Here')
    expect((await patch(project._id, alone.body, guest, { text: ' ' })).body.text).toBe(' ')
    const plain = await givenComment(api, project._id, {}, guest)
    expect((await patch(project._id, plain, guest, { text: ' ' })).body.code).toBe('text_required')
  })
})

describe('repeated uploads', () => {
  test('the same file with the same id is one picture, also concurrently', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const given = { id: newKey(), bytes: await newPicture() }

    const sent = await Promise.all([1, 2, 3].map(() => sendPicture(api, project._id, guest, given)))
    const later = await sendPicture(api, project._id, guest, given)

    for (const answer of [...sent, later]) {
      expect(answer).toMatchObject({ status: 201, body: { _id: given.id } })
      expect(answer.body).toEqual(later.body)
    }
    expect(await imagesOf(project._id)).toBe(1)
  })

  test('an id that is taken is refused for another file, person or project', async () => {
    const [project, other, guest] = [await givenProject(api), await givenProject(api), givenGuest()]
    const given = { id: newKey(), bytes: await newPicture() }
    await givenPicture(api, project._id, guest, given)

    const answers = [
      await sendPicture(api, project._id, guest, { ...given, bytes: await newPicture() }),
      await sendPicture(api, project._id, givenGuest(), given),
      await sendPicture(api, other._id, guest, given),
    ]

    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, body: { code: 'picture_id_taken' } })
    expect(await imagesOf(project._id)).toBe(1)
  })

  test('a comment with pictures is stored once, even after their hour', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const { _id } = await givenPicture(api, project._id, guest)
    const body = { ...words([_id]), _id: newKey() }

    const answers = await Promise.all([1, 2, 3].map(() => add(project._id, guest, body)))
    await sweep(inMinutes(70))
    await ImageModel.updateOne({ 'picture.id': _id }, { createdAt: inMinutes(-70) })
    const late = await add(project._id, guest, body)

    for (const answer of [...answers, late])
      expect(answer).toMatchObject({ status: 201, body: { number: 1 } })
    const { body: opened } = await api.get(`/projects/${project._id}?image=none`)
    expect(opened.comments).toHaveLength(1)
  })
})

describe('a message can only use pictures that its author uploaded for it', () => {
  test.each([
    ['of another person', async (id: string) => givenPicture(api, id, givenGuest()), 'picture_not_there'],
    [
      'of another project',
      async (_id: string, guest: Record<string, string>) =>
        givenPicture(api, (await givenProject(api))._id, guest),
      'picture_not_there',
    ],
    ['that was never uploaded', async () => ({ _id: newKey() }), 'picture_not_there'],
    ['of a design', async (id: string) => ({ _id: (await imageOf(id)).slice(0, 22) }), 'picture_not_there'],
    [
      'of a message that is there',
      async (id: string, guest: Record<string, string>) => {
        const picture = await givenPicture(api, id, guest)
        await givenComment(api, id, { pictures: [picture._id] }, guest)
        return picture
      },
      'picture_used',
    ],
    [
      'of a message that was deleted a moment ago',
      async (id: string, guest: Record<string, string>) => {
        const picture = await givenPicture(api, id, guest)
        const comment = await givenComment(api, id, { pictures: [picture._id] }, guest)
        await api.delete(`/projects/${id}/comments/${comment._id}`).set(guest).expect(200)
        return picture
      },
      'picture_used',
    ],
    [
      'of a message that is gone',
      async (id: string, guest: Record<string, string>) => {
        const picture = await givenPicture(api, id, guest)
        const comment = await givenComment(api, id, { pictures: [picture._id] }, guest)
        await api.delete(`/projects/${id}/comments/${comment._id}`).set(guest).expect(200)
        await sweep(inMinutes(16))
        return picture
      },
      'picture_not_there',
    ],
    [
      'of more than an hour ago',
      async (id: string, guest: Record<string, string>) => {
        const picture = await givenPicture(api, id, guest)
        await ImageModel.updateOne({ 'picture.id': picture._id }, { createdAt: inMinutes(-61) })
        return picture
      },
      'picture_not_there',
    ],
  ])('but not one %s', async (_case, make, code) => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const { _id } = await make(project._id, guest)
    const thread = await givenComment(api, project._id)
    const before = (await api.get(`/projects/${project._id}?image=none`)).body

    const comment = await add(project._id, guest, words([_id]))
    const reply = await api
      .post(`/projects/${project._id}/comments/${thread._id}/replies`)
      .set(guest)
      .send({ commenter: 'Ana Ruiz', text: 'Here', pictures: [_id] })

    expect(comment).toMatchObject({ status: 409, body: { code } })
    expect(reply).toMatchObject({ status: 409, body: { code } })
    const after = (await api.get(`/projects/${project._id}?image=none`)).body
    expect(after.comments).toEqual(before.comments)
    // No number was used up.
    expect((await givenComment(api, project._id)).number).toBe(thread.number + 1)
  })

  test.each([
    ['five', (id: string) => [id, ...Array.from({ length: 4 }, newKey)], 'too_many_pictures'],
    ['the same one twice', (id: string) => [id, id], 'pictures_not_valid'],
    ['no id', () => ['$ne'], 'pictures_not_valid'],
    ['an object', () => [{ $ne: null }], 'forbidden_key'],
    ['no list', () => 'all', 'pictures_not_valid'],
  ])('and not %s', async (_case, pictures, code) => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const { _id } = await givenPicture(api, project._id, guest)

    const answer = await add(project._id, guest, { ...words([]), pictures: pictures(_id) })

    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test('of two concurrent messages with the same picture, one gets it', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const { _id } = await givenPicture(api, project._id, guest)

    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => add(project._id, guest, words([_id], text))),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'picture_used')).toHaveLength(3)
    const { body } = await api.get(`/projects/${project._id}?image=none`)
    expect(body.comments).toHaveLength(1)
    expect(body.stats).toEqual({ open: 1, total: 1 })
  })

  test('a guest who logs in between picture and message keeps the picture', async () => {
    const [project, guest, account] = [await givenProject(api), givenGuest(), await givenUser(api)]
    const { _id } = await givenPicture(api, project._id, guest)

    expect((await add(project._id, { ...guest, ...account.auth }, words([_id]))).status).toBe(201)
  })

  test('a visitor without a secret cannot upload', async () => {
    const project = await givenProject(api)

    const answer = await sendPicture(api, project._id, {})

    expect(answer).toMatchObject({ status: 400, body: { code: 'guest_secret_required' } })
  })
})

describe('pictures follow their message', () => {
  test('a deleted message shows none, an Undo restores them, and their bytes are deleted later', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const [picture, ofReply] = [
      await givenPicture(api, project._id, guest),
      await givenPicture(api, project._id, guest),
    ]
    const comment = await givenComment(api, project._id, { pictures: [picture._id] }, guest)
    const reply = await givenReply(api, project._id, comment._id, { pictures: [ofReply._id] }, guest)
    const path = `/projects/${project._id}/comments/${comment._id}`

    expect((await api.delete(path).set(guest)).status).toBe(200)
    const { body: gone } = await api.get(`/projects/${project._id}?image=none`)
    expect(gone.comments[0].pictures).toBeUndefined()
    const { body: back } = await api.patch(path).set(guest).send({ deleted: false })
    expect(back.pictures).toMatchObject([{ _id: picture._id }])

    expect(await imageStatus(picture)).toBe(200)

    await api.delete(path).set(guest).expect(200)
    expect(await imageStatus(picture)).toBe(404)
    await sweep(inMinutes(14))
    expect(await imagesOf(project._id)).toBe(2)
    await Promise.all([sweep(inMinutes(16)), sweep(inMinutes(16))])
    expect([await imageStatus(picture), await imageStatus(ofReply)]).toEqual([404, 200])
    await api.delete(`/projects/${project._id}/comments/${reply._id}`).set(guest).expect(200)
    await sweep(inMinutes(16))
    expect(await imagesOf(project._id)).toBe(0)
  })

  test('author and owner can remove a picture, each can restore it, and others cannot', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const [a, b] = [await givenPicture(api, project._id, guest), await givenPicture(api, project._id, guest)]
    const comment = await givenComment(api, project._id, { pictures: [a._id, b._id] }, guest)
    const idsOf = ({ pictures = [] }: Comment) => pictures.map(({ _id }) => _id)
    const only = (headers: object, ...pictures: Picture[]) =>
      patch(project._id, comment, headers, { pictures: pictures.map(({ _id }) => _id) })

    expect((await only(givenGuest())).body.code).toBe('not_yours')
    expect(idsOf((await only(guest, b)).body)).toEqual([b._id])
    expect([await imageStatus(a), await imageStatus(b)]).toEqual([404, 200])
    expect(idsOf((await only(guest, a, b)).body)).toEqual([a._id, b._id])
    expect(idsOf((await only(project.owner.auth, a)).body)).toEqual([a._id])
    // A picture that the owner removed cannot be restored by its author.
    expect((await only(guest, a, b)).body.code).toBe('picture_not_there')
    expect((await only(project.owner.auth, a, b)).status).toBe(200)
    await only(project.owner.auth, a).expect(200)
    await sweep(inMinutes(16))
    expect([await imageStatus(a), await imageStatus(b)]).toEqual([200, 404])
    expect((await only(project.owner.auth, a, b)).body.code).toBe('picture_not_there')
  })

  test('their addresses end when the link ends, is replaced or gets a password, like those of designs', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const picture = await givenPicture(api, project._id, guest)
    await givenComment(api, project._id, { pictures: [picture._id] }, guest)
    const status = () => imageStatus(picture)
    await givenSettings(api, project, { permission: 'view' })
    expect(await status()).toBe(200)

    await givenSettings(api, project, { password: 'six letters' })

    await vi.waitFor(async () => expect(await status()).toBe(404), 10_000)
    const unlocked = await givenUnlocked(api, project._id, 'six letters')
    const { body } = await api
      .get(`/projects/${project._id}?image=none`)
      .set(linkTokenHeader, unlocked[linkTokenHeader] ?? '')
    const [shown] = body.comments[0].pictures
    expect(await imageStatus(shown)).toBe(200)
    await api.post(`/projects/${project._id}/link`).set(project.owner.auth).expect(200)
    await vi.waitFor(async () => expect(await imageStatus(shown)).toBe(404), 10_000)
  })

  test('the permanent removal of a design removes its pictures, and of a project all of them', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const [design] = await givenDesigns(api, project, ['Poster'])
    const [on, beside, waiting] = [
      await givenPicture(api, project._id, guest),
      await givenPicture(api, project._id, guest),
      await givenPicture(api, project._id, guest),
    ]
    await givenComment(api, project._id, { pictures: [on._id], design: design?._id }, guest)
    const first = await givenComment(api, project._id, { pictures: [beside._id] }, guest)
    await api.delete(`/projects/${project._id}/designs/${design?._id}`).set(project.owner.auth).expect(200)

    expect([await imageStatus(on), await imageStatus(beside)]).toEqual([404, 200])

    await sweep(inMinutes(30 * 24 * 60 + 6))
    expect([await imageStatus(on), await imageStatus(beside)]).toEqual([404, 200])
    expect(first.pictures).toHaveLength(1)
    expect(await imageStatus(waiting)).toBe(404)

    const { owner } = await ProjectModel.findOne({ publicId: project._id }).orFail()
    await api.delete(`/projects/${project._id}`).set(project.owner.auth).expect(200)
    await sweep(inMinutes(30 * 24 * 60 + 6))
    expect(await ImageModel.countDocuments({ owner })).toBe(0)
  })
})

describe('the disk', () => {
  test('an unused picture is removed after its hour, a used one stays', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const [used, unused] = [
      await givenPicture(api, project._id, guest),
      await givenPicture(api, project._id, guest),
    ]
    await givenComment(api, project._id, { pictures: [used._id] }, guest)

    await sweep(inMinutes(64))
    expect(await imagesOf(project._id)).toBe(2)
    await Promise.all([sweep(inMinutes(66)), sweep(inMinutes(66))])
    await deleteOrphanImages(inMinutes(66))

    expect([await imageStatus(used), await imageStatus(unused)]).toEqual([200, 404])
  })

  test('an image of a process that died before it became a picture is an orphan, and its id is free', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const given = { id: newKey(), bytes: await newPicture() }
    await givenPicture(api, project._id, guest, given)
    await ImageModel.updateOne({ 'picture.id': given.id }, { $unset: { picture: 1 } })

    expect((await sendPicture(api, project._id, guest, given)).status).toBe(201)
    await deleteOrphanImages(inMinutes(61))
    expect(await imagesOf(project._id)).toBe(1)
  })

  test('an aborted upload leaves nothing', async () => {
    const [project, guest] = [await givenProject(api), givenGuest()]
    const before = await ImageModel.estimatedDocumentCount()

    await new Promise<void>((resolve) => {
      const sent = request(`${app.url}/projects/${project._id}/pictures`, {
        method: 'POST',
        headers: {
          ...guest,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Length': '100000',
        },
      })
      sent.on('error', () => resolve())
      sent.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG', () =>
        sent.destroy(),
      )
      sent.on('close', () => resolve())
    })

    expect(await imagesOf(project._id)).toBe(0)
    expect(await ImageModel.estimatedDocumentCount()).toBe(before)
    expect((await givenComment(api, project._id, {}, guest)).number).toBe(1)
  })

  test('the pictures of guests leave room for the designs of the owner, in all projects together', async () => {
    const small = await givenTestApp({ limits: { maxStorageGb: 0.005 } })
    const owner = await givenUser(small.api)
    const projects = [
      await givenProject(small.api, { owner }),
      await givenProject(small.api, { owner }),
    ] as const
    const send = async (count: number, headers: Record<string, string>) =>
      sendPicture(small.api, projects[count % 2 === 0 ? 0 : 1]._id, headers, {
        bytes: await noisePng(400, 400, count),
      })

    const answers = [await send(1, givenGuest())]
    while (answers.length < 20 && answers.at(-1)?.status === 201)
      answers.push(await send(answers.length + 1, givenGuest()))

    expect(answers.length).toBeGreaterThan(1)
    expect(answers.at(-1)?.body.code).toBe('pictures_full')
    expect((await send(30, owner.auth)).status).toBe(201)
    const added = await small.api
      .post(`/projects/${projects[0]._id}/designs`)
      .set(owner.auth)
      .attach('image', await noisePng(400, 400, 40), 'next.png')
    expect(added.status).toBe(201)
  })

  test('pictures count for the storage of the owner, with a limit per project', async () => {
    const small = await givenTestApp({ limits: { maxPicturesMb: 1 } })
    const [project, guest] = [await givenProject(small.api), givenGuest()]
    const { owner } = await ProjectModel.findOne({ publicId: project._id }).orFail()
    const before = await storageOf(owner)
    const send = async (seed: number) =>
      sendPicture(small.api, project._id, guest, { bytes: await noisePng(500, 500, seed) })

    const answers = [await send(1)]
    while (answers.length < 10 && answers.at(-1)?.status === 201) answers.push(await send(answers.length + 1))

    expect(answers.length).toBeGreaterThan(1)
    expect(answers.at(-1)).toMatchObject({ status: 409, body: { code: 'pictures_full' } })
    const taken = (await storageOf(owner)).live - before.live
    expect(taken).toBeGreaterThan(200_000)
    expect(taken).toBeLessThanOrEqual(1024 ** 2)
    // Words are still accepted.
    await givenComment(small.api, project._id, {}, guest)
  })

  test('uploads of a network to a project are limited', async () => {
    const strict = await givenTestApp({ rates: { picture: 2 } })
    const project = await givenProject(strict.api)

    const answers = [1, 2, 3].map(() => () => sendPicture(strict.api, project._id, givenGuest()))
    const statuses: number[] = []
    for (const send of answers) statuses.push((await send()).status)

    expect(statuses).toEqual([201, 201, 429])
  })

  test('a full disk accepts none', async () => {
    const full = await givenTestApp({ minFreeDiskMb: 1_000_000_000 })

    const answer = await sendPicture(full.api, newKey(), givenGuest())

    expect(answer).toMatchObject({ status: 507, body: { code: 'no_room_left' } })
  })
})

async function imageOf(projectId: string): Promise<string> {
  const { body } = await api.get(`/projects/${projectId}?image=none`)
  return body.designs[0].versions[0].image._id
}
