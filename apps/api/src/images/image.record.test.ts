import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import mongoose from 'mongoose'
import { beforeAll, expect, test } from 'vitest'
import { flawsOf } from '../../test/explain'
import { recordCommands, type CommandRecorder } from '../../test/recorded-commands'
import {
  deleteImages,
  findRendition,
  ImageModel,
  loadRendition,
  loadSmallJpegs,
  measureRenditions,
  renditionNames,
  sharedPieces,
  slicesOf,
  storeImage,
  storePictureImage,
  viewReader,
  type NewImage,
} from './image.record'
import { keptPieces, readSlices } from './image-files.record'
import { findImageReach } from './image-reach.record'
import { deleteOrphanImages, storageOf, trashBytes } from './image-upkeep.record'
import { deleteUnusedPictures, namePicture, picturesBytes } from '../comments/pictures.record'
import { ProjectModel } from '../projects/project.record'
import { UserModel } from '../accounts/user.record'

const { ObjectId } = mongoose.Types
const hour = 3_600_000
const chunk = 255 * 1024

let recorder: CommandRecorder
beforeAll(async () => {
  recorder = await recordCommands()
  await mongoose.connection.syncIndexes()
})

function newImage(bytesOfView: number): NewImage {
  const file = (length: number) => ({ contentType: 'image/webp', bytes: randomBytes(length) })
  return {
    width: 40,
    height: 30,
    sourceType: 'png',
    sha256: 'a'.repeat(64),
    placeholder: 'data:image/webp;base64,AA==',
    files: {
      original: file(100),
      view: file(bytesOfView),
      thumbnail: file(1_000),
      jpeg: file(2_000),
      jpegSmall: file(500),
    },
  }
}

const withNarrow = (image: NewImage, bytes: number): NewImage => ({
  ...image,
  narrowWidth: 1_080,
  files: { ...image.files, narrow: { contentType: 'image/webp', bytes: randomBytes(bytes) } },
})

const newProjectIds = () => ({ owner: new ObjectId(), project: new ObjectId() })

type ProjectIds = ReturnType<typeof newProjectIds>

/** As much of a project as images know of. */
async function givenProjectOf(
  { project, owner }: ProjectIds,
  image: string,
  { trashed = [], ...changed }: { deletedAt?: Date; link?: object; trashed?: string[][] } = {},
) {
  const unique = project.toHexString()
  await ProjectModel.collection.insertOne({
    ...{ _id: project, owner, publicId: unique, linkId: unique },
    designs: [{ versions: [{ image: 'another' }] }, { versions: [{ image: 'older' }, { image }] }],
    trash: trashed.map((images) => ({
      deletedAt: new Date(),
      versions: images.map((id) => ({ image: id })),
    })),
    designsRevision: 7,
    deletedAt: null,
    ...changed,
  })
}

/** A picture of a comment. */
async function givenPicture(ids: ProjectIds, id: string) {
  const stored = await storePictureImage(ids, newImage(200_000))
  const uploader = { user: null, guest: 'browser' }
  return { stored, isNamed: await namePicture(stored._id, { id, name: 'calm.png', uploader }) }
}

/** The file of a large view that was just stored. */
async function givenFile(length: number) {
  const image = newImage(length)
  const { renditions } = await storeImage(newProjectIds(), image)
  if (!renditions.view?.file) throw new Error('a file was expected')
  return { view: renditions.view, file: renditions.view.file, bytes: image.files.view.bytes }
}

async function chunkCount(): Promise<number> {
  return mongoose.connection.collection('images.chunks').countDocuments()
}

test.each([10, 64 * 1024, 64 * 1024 + 1, 255 * 1024, 255 * 1024 + 1, 9_000_000])(
  'a view of %d bytes is read as it was stored',
  async (length) => {
    const image = newImage(length)

    const { _id, renditions } = await storeImage(newProjectIds(), image)

    const loaded = await loadRendition(_id, 'view')
    expect(loaded?.bytes.equals(image.files.view.bytes)).toBe(true)
    expect(loaded?.contentType).toBe('image/webp')
    expect((await loadSmallJpegs([_id])).get(_id)?.equals(image.files.jpegSmall.bytes)).toBe(true)
    expect(renditions.view?.file === undefined, 'inside the document').toBe(length <= 64 * 1024)
  },
)

test('an image keeps its metadata, and gets an unguessable id', async () => {
  const ids = newProjectIds()
  const { files, ...facts } = newImage(10)

  const { _id } = await storeImage(ids, { ...facts, files })

  expect(_id).toMatch(/^[\w-]{22}$/)
  const stored = await ImageModel.findById(_id).lean()
  expect(stored).toMatchObject({ ...ids, ...facts, bytes: 3_610, createdAt: expect.any(Date) })
  expect(await ImageModel.exists({ _id, sha256: 'b'.repeat(64) })).toBeNull()
})

test('identical renditions are stored and counted once', async () => {
  const image = newImage(300_000)
  const before = await chunkCount()

  const stored = await storeImage(newProjectIds(), {
    ...image,
    files: { ...image.files, original: image.files.view },
  })

  expect(stored.bytes).toBe(303_500)
  expect(await chunkCount()).toBe(before + 2)
  expect((await loadRendition(stored._id, 'original'))?.bytes.equals(image.files.view.bytes)).toBe(true)
})

test('the renditions of full size are measured without being read', async () => {
  const { _id } = await storeImage(newProjectIds(), newImage(90_000))
  const { stored: picture } = await givenPicture(newProjectIds(), 'measured')

  expect(await measureRenditions(_id)).toEqual({ view: 90_000, jpeg: 2_000, hasPreview: false })
  expect(await measureRenditions(picture._id)).toBeNull()
  expect(await measureRenditions('A'.repeat(22))).toBeNull()
})

test('a picture of a comment stores only its view and thumbnail, and its id can be claimed once', async () => {
  const ids = newProjectIds()
  const before = await chunkCount()
  const narrow = await storePictureImage(ids, withNarrow(newImage(10), 5_000))
  const { stored, isNamed } = await givenPicture(ids, 'named once')
  const again = await givenPicture(ids, 'named once')

  expect([isNamed, again.isNamed]).toEqual([true, false])
  expect(Object.keys(stored.renditions)).toEqual(['view', 'thumbnail'])
  expect(stored.bytes).toBe(201_000)
  expect(narrow).not.toHaveProperty('narrowWidth')
  expect(await findRendition(stored._id, 'view')).toMatchObject({ isPicture: true, project: ids.project })
  expect(await findRendition(again.stored._id, 'view')).toMatchObject({ isPicture: false })
  expect(await ImageModel.findById(stored._id).lean()).toMatchObject({
    picture: { id: 'named once', name: 'calm.png', uploader: { user: null, guest: 'browser' }, isFree: true },
  })

  await deleteImages([stored, again.stored, narrow].map(({ _id }) => _id))
  expect(await chunkCount()).toBe(before)
})

test('the small pictures of many images are read together, without missing ones', async () => {
  const [one, other] = [newImage(10), newImage(10)]
  const ids = [await storeImage(newProjectIds(), one), await storeImage(newProjectIds(), other)].map(
    ({ _id }) => _id,
  )
  const { stored: picture } = await givenPicture(newProjectIds(), 'without a small one')

  const found = await loadSmallJpegs([...ids, picture._id, 'A'.repeat(22)])

  expect([...found.keys()].toSorted()).toEqual(ids.toSorted())
  expect(found.get(ids[1] ?? '')?.equals(other.files.jpegSmall.bytes)).toBe(true)
})

test('a view is read on request, and a deleted one is refused by name', async () => {
  const image = newImage(100_000)
  const { _id } = await storeImage(newProjectIds(), image)
  const read = viewReader(_id)

  expect((await read()).equals(image.files.view.bytes)).toBe(true)
  await deleteImages([_id])
  await expect(read()).rejects.toMatchObject({ code: 'image_not_found' })
})

test('GridFS tools can read a large view', async () => {
  const { file, bytes } = await givenFile(700_000)
  const { db } = mongoose.connection
  if (!db) throw new Error('a database was expected')

  const bucket = new mongoose.mongo.GridFSBucket(db, { bucketName: 'images' })
  const pieces = await bucket.openDownloadStream(file).toArray()

  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  const [entry] = await bucket.find({ _id: file }).toArray()
  expect(entry).toMatchObject({ length: 700_000, chunkSize: chunk, filename: file.toHexString() })
  expect(entry?.uploadDate).toBeInstanceOf(Date)
})

test('a file with a missing piece fails, read at once or streamed', async () => {
  const { _id, renditions } = await storeImage(newProjectIds(), newImage(700_000))
  const { view } = renditions
  if (!view) throw new Error('a view was expected')
  const chunks = mongoose.connection.collection('images.chunks')
  const lost = await chunks.findOneAndDelete({ files_id: view.file, n: 1 })

  await expect(loadRendition(_id, 'view')).rejects.toThrow('438880 bytes instead of 700000')
  await expect(Readable.from(slicesOf(view)).toArray()).rejects.toThrow('piece 1 of an image file is gone')

  await chunks.insertOne(lost ?? {})
  expect(Buffer.concat(await Readable.from(slicesOf(view)).toArray())).toHaveLength(700_000)
  await expect(chunks.insertOne({ files_id: view.file, n: 1 })).rejects.toThrow('duplicate key')
})

test('a piece is read once, for concurrent and later readers', async () => {
  const { view, file, bytes } = await givenFile(2 * chunk)
  const piecesRead = async (read: () => Promise<unknown>) =>
    (await recorder.during(read)).filter(({ collection }) => collection === 'images.chunks').length
  const readAll = () => Readable.from(slicesOf(view)).toArray()
  expect(sharedPieces(view)).toBeUndefined()

  expect(await piecesRead(() => slicesOf(view).next())).toBe(1)
  expect(keptPieces(file, view.length), 'with one piece missing').toBeUndefined()
  expect(await piecesRead(() => Promise.all(Array.from({ length: 20 }, readAll)))).toBe(1)
  expect(await piecesRead(readAll)).toBe(0)
  const shared = sharedPieces(view) ?? []
  expect(shared).toHaveLength(2)
  expect(Buffer.concat(shared).equals(bytes)).toBe(true)
})

test('a stream reads only on demand, and a slow reader keeps no whole piece in memory', async () => {
  const { view, file } = await givenFile(5 * chunk)

  const sent = await recorder.during(async () => {
    for await (const _first of slicesOf(view)) break
  })
  const slow = slicesOf(view)
  const [kept] = keptPieces(file, chunk) ?? []

  expect(sent.filter(({ collection }) => collection === 'images.chunks')).toHaveLength(1)
  const { value } = await slow.next()
  expect(value?.length).toBe(25.5 * 1024)
  expect(value?.buffer).not.toBe(kept?.buffer)
})

test('a range of a small rendition, which is in its document, needs no read', async () => {
  const image = newImage(1_000)
  const { renditions } = await storeImage(newProjectIds(), image)
  const { view } = renditions
  if (!view) throw new Error('a view was expected')
  const { bytes } = image.files.view

  const sent = await recorder.during(async () => {
    expect(sharedPieces(view)?.[0]?.equals(bytes)).toBe(true)
    expect((await slicesOf(view).next()).value?.equals(bytes)).toBe(true)
    const part = (await slicesOf(view, { start: 10, end: 19 }).next()).value
    expect(part?.equals(bytes.subarray(10, 20))).toBe(true)
  })

  expect(sent).toEqual([])
})

test.each([
  { start: 0, end: 999_999 },
  { start: 100_001, end: 800_000 },
  // A single byte of the last piece.
  { start: 0, end: 3 * chunk },
])('the bytes $start to $end of a file come once, in small slices', async ({ start, end }) => {
  const { file, bytes } = await givenFile(1_000_000)
  const parts: Buffer[] = []

  for await (const slice of readSlices(file, { start, end })) parts.push(slice)

  expect(Buffer.concat(parts).equals(bytes.subarray(start, end + 1))).toBe(true)
  expect(Math.max(...parts.map(({ length }) => length))).toBe(25.5 * 1024)
})

test('an unknown image has no rendition', async () => {
  expect(await loadRendition('AAAAAAAAAAAAAAAAAAAAAA', 'view')).toBeNull()
})

test.each([5_000, 200_000])('a narrow picture of %d bytes is stored with the others', async (length) => {
  const image = withNarrow(newImage(10), length)

  const { _id, bytes, narrowWidth } = await storeImage(newProjectIds(), image)

  expect(
    (await loadRendition(_id, 'narrow'))?.bytes.equals(image.files.narrow?.bytes ?? Buffer.alloc(0)),
  ).toBe(true)
  expect([narrowWidth, bytes]).toEqual([1_080, 3_610 + length])
  expect(await ImageModel.findById(_id).lean()).toMatchObject({ narrowWidth: 1_080 })
})

test('an older image without a narrow picture and without one for previews is valid', async () => {
  const before = await chunkCount()
  const { _id, ...record } = await storeImage(newProjectIds(), newImage(100_000))
  expect(Object.keys(record.renditions)).toEqual(
    renditionNames.filter((name) => name !== 'narrow' && name !== 'preview'),
  )
  expect(record).not.toHaveProperty('narrowWidth')

  expect(await loadRendition(_id, 'narrow')).toBeNull()
  expect(await loadRendition(_id, 'view')).not.toBeNull()

  await deleteImages([_id])
  expect(await chunkCount()).toBe(before)
})

test('deleting an image deletes all its bytes, and can be repeated', async () => {
  const before = await chunkCount()
  const { _id } = await storeImage(newProjectIds(), withNarrow(newImage(700_000), 300_000))
  expect(await chunkCount()).toBeGreaterThan(before)

  await deleteImages([_id])
  await deleteImages([_id])

  expect(await loadRendition(_id, 'view')).toBeNull()
  expect(await chunkCount()).toBe(before)
})

test('the storage of an account is counted separately from its trash', async () => {
  const owner = new ObjectId()
  const [kept, trashed] = [
    { ...newProjectIds(), owner },
    { ...newProjectIds(), owner },
  ]
  const first = await storeImage(kept, newImage(100_000))
  const second = await storeImage(trashed, newImage(50_000))
  await givenProjectOf(kept, first._id)
  await givenProjectOf(trashed, second._id)
  expect(await storageOf(owner)).toEqual({ live: first.bytes + second.bytes, trash: 0 })
  const trashBefore = await trashBytes()

  await ProjectModel.collection.updateOne({ _id: trashed.project }, { $set: { deletedAt: new Date() } })

  expect(first.bytes).toBe(100_000 + 3_600)
  expect(await storageOf(owner)).toEqual({ live: first.bytes, trash: second.bytes })
  expect((await trashBytes()) - trashBefore, 'of all accounts').toBe(second.bytes)
  expect(await storageOf(new ObjectId())).toEqual({ live: 0, trash: 0 })
})

test('deleted designs and removed versions count as trash, once, whether their project is deleted or not', async () => {
  const ids = newProjectIds()
  const [shown, ...deleted] = await Promise.all(
    [10_000, 20_000, 30_000, 40_000].map((length) => storeImage(ids, newImage(length))),
  )
  const images = deleted.map(({ _id }) => _id)
  await givenProjectOf(ids, shown?._id ?? '', { trashed: [images.slice(0, 1), images.slice(1)] })
  const trash = deleted.reduce((sum, { bytes }) => sum + bytes, 0)
  const trashBefore = await trashBytes()
  expect(await storageOf(ids.owner)).toEqual({ live: shown?.bytes, trash })

  await ProjectModel.collection.updateOne({ _id: ids.project }, { $set: { deletedAt: new Date() } })

  expect(await storageOf(ids.owner)).toEqual({ live: 0, trash: trash + (shown?.bytes ?? 0) })
  expect((await trashBytes()) - trashBefore).toBe(trash + (shown?.bytes ?? 0))
})

test('an image without a version or a comment is deleted after a while, and no other is', async () => {
  const [open, deleted, changed, pictured] = [
    newProjectIds(),
    newProjectIds(),
    newProjectIds(),
    newProjectIds(),
  ]
  const stored = async (ids: ProjectIds) => (await storeImage(ids, newImage(70_000)))._id
  const [lost, shown, inTrash, replaced, removed] = await Promise.all(
    [newProjectIds(), open, deleted, changed, changed].map(stored),
  )
  const { stored: picture } = await givenPicture(pictured, 'of a comment')
  await givenProjectOf(open, shown ?? '')
  await givenProjectOf(deleted, inTrash ?? '', { deletedAt: new Date() })
  await givenProjectOf(changed, 'something else', { trashed: [['a third'], [removed ?? '']] })
  const left = async () => {
    const ids = [lost, replaced, shown, inTrash, removed, picture._id].map((id) => id ?? '')
    return Promise.all(ids.map(async (id) => (await loadRendition(id, 'view')) !== null))
  }

  expect(await deleteOrphanImages(new Date(Date.now() - hour))).toBe(0)
  expect(await left()).toEqual([true, true, true, true, true, true])

  expect(await deleteOrphanImages(new Date(Date.now() + hour))).toBeGreaterThanOrEqual(2)
  expect(await left()).toEqual([false, false, true, true, true, true])
  expect(await deleteOrphanImages(new Date(Date.now() + hour))).toBe(0)
})

test('orphans among many images are found without reading an image', async () => {
  const [ids, createdAt] = [newProjectIds(), new Date()]
  const { stored: picture } = await givenPicture(ids, 'among many')
  const many = Array.from({ length: 700 }, (_one, at) => ({ _id: `one of many ${at}`, ...ids, createdAt }))
  await mongoose.connection
    .collection<{ _id: string }>('images')
    .insertMany(many.map((one) => ({ ...one, renditions: {} })))
  await givenProjectOf(ids, 'one of many 350')

  const sent = await recorder.during(async () => {
    expect(await deleteOrphanImages(new Date(Date.now() + hour))).toBeGreaterThanOrEqual(699)
  })

  const left = await ImageModel.find({ project: ids.project }, { _id: 1 }).lean()
  expect(left.map(({ _id }) => _id).toSorted()).toEqual(['one of many 350', picture._id].toSorted())
  const search = sent.find(({ collection }) => collection === 'images')
  const { filter, projection, hint } = search?.command ?? {}
  const explain = { find: 'images', filter, projection, hint }
  const { executionStats } =
    (await mongoose.connection.db?.command({ explain, verbosity: 'executionStats' })) ?? {}
  expect(executionStats).toMatchObject({ totalDocsExamined: 0 })
  expect(executionStats.nReturned).toBeGreaterThan(0)
})

test('sums and sweeps of images use an index', async () => {
  const sent = await recorder.during(async () => {
    await storageOf(new ObjectId())
    await trashBytes()
    await deleteOrphanImages(new Date(0))
    await deleteUnusedPictures(new Date(0))
    await picturesBytes(new ObjectId())
  })

  expect(sent.length).toBeGreaterThanOrEqual(6)
  for (const command of sent) expect(await flawsOf(command), JSON.stringify(command.command)).toEqual([])
})

test('an image is reachable depending on its link, its trash and the logins of its designers', async () => {
  const open = { closedAt: null, endsAt: null, passwordHash: null }
  const endsAt = new Date(Date.now() + hour)
  const [plain, closed, locked] = [newProjectIds(), newProjectIds(), newProjectIds()]
  const [orphaned, deleted] = [newProjectIds(), newProjectIds()]
  await UserModel.collection.insertMany(
    [plain, closed, locked].map(({ owner: _id }, tokenVersion) => {
      const unique = _id.toHexString()
      return { _id, publicId: unique, email: unique, tokenVersion: tokenVersion + 3 }
    }),
  )
  await givenProjectOf(plain, 'shown', { link: open, trashed: [['one'], ['two', 'three']] })
  await givenProjectOf(closed, 'shown', { link: { ...open, closedAt: new Date(), endsAt } })
  await givenProjectOf(locked, 'shown', { link: { ...open, passwordHash: 'hash', lock: 'lock' } })
  await givenProjectOf(orphaned, 'shown', { link: open })
  await givenProjectOf(deleted, 'shown', { link: open, deletedAt: new Date() })
  const hexOf = ({ project }: ProjectIds) => project.toHexString()

  const reach = await findImageReach([plain, closed, locked, orphaned, deleted, newProjectIds()].map(hexOf))

  const of = (ids: ProjectIds, tokenVersion: number) => {
    return { linkId: hexOf(ids), designers: new Map([[ids.owner.toHexString(), tokenVersion]]) }
  }
  const free = { isLinkClosed: false, endsAt: null, lock: null, trashed: new Set(), designsRevision: 7 }
  expect(Object.fromEntries(reach)).toEqual({
    [hexOf(plain)]: { ...of(plain, 3), ...free, trashed: new Set(['one', 'two', 'three']) },
    [hexOf(closed)]: { ...of(closed, 4), ...free, isLinkClosed: true, endsAt },
    [hexOf(locked)]: { ...of(locked, 5), ...free, lock: 'lock' },
    [hexOf(orphaned)]: { ...of(orphaned, 0), ...free },
  })
})
