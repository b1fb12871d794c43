import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import {
  deleteImages,
  ImageModel,
  loadRendition,
  loadSmallJpegs,
  renditionNames,
  storeImage,
  type NewImage,
} from './image'
import { deleteOrphanImages, storageOf } from './image-upkeep'
import { openFile, readSlices } from './image-files'
import { ProjectModel } from './project'

const { ObjectId } = mongoose.Types
const hour = 3_600_000

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

const givenPlace = () => ({ owner: new ObjectId(), project: new ObjectId() })

/** As much of a project as images know of. */
async function givenProjectOf(
  project: InstanceType<typeof ObjectId>,
  image: string,
  deletedAt: Date | null = null,
) {
  const unique = project.toHexString()
  await ProjectModel.collection.insertOne({
    _id: project,
    publicId: unique,
    linkId: unique,
    designs: [{ versions: [{ image: 'another' }] }, { versions: [{ image: 'older' }, { image }] }],
    deletedAt,
  })
}

async function chunkCount(): Promise<number> {
  return mongoose.connection.collection('images.chunks').countDocuments()
}

test.each([10, 64 * 1024, 64 * 1024 + 1, 255 * 1024, 255 * 1024 + 1, 9_000_000])(
  'a view of %d bytes comes back as it was stored',
  async (length) => {
    const image = newImage(length)

    const { _id } = await storeImage(givenPlace(), image)

    const loaded = await loadRendition(_id, 'view')
    expect(loaded?.bytes.equals(image.files.view.bytes)).toBe(true)
    expect((await loadSmallJpegs([_id])).get(_id)?.equals(image.files.jpegSmall.bytes)).toBe(true)
  },
)

test('every tool that knows GridFS can read a large view', async () => {
  const image = newImage(700_000)
  const { renditions } = await storeImage(givenPlace(), image)
  const { db } = mongoose.connection
  if (!db || !renditions.view?.file) throw new Error('a file in a database was expected')

  const bucket = new mongoose.mongo.GridFSBucket(db, { bucketName: 'images' })
  const pieces = await bucket.openDownloadStream(renditions.view.file).toArray()

  expect(Buffer.concat(pieces).equals(image.files.view.bytes)).toBe(true)
})

test('a stream of a file that is gone fails instead of ending early', async () => {
  const missing = openFile(new ObjectId(), { start: 0, end: 10 })

  await expect(missing.toArray()).rejects.toThrow('is gone')
})

test('a reader who changes between fast and slow gets every byte once, in larger parts while fast', async () => {
  const image = newImage(1_000_000)
  const { renditions } = await storeImage(givenPlace(), image)
  const file = renditions.view?.file
  if (!file) throw new Error('a file was expected')
  const read = async (paces: boolean[], range: { start: number; end: number }) => {
    const slices = readSlices(file, range)
    const parts: Buffer[] = []
    for (;;) {
      const { done, value } = await slices.next(paces[parts.length] ?? false)
      if (done) return parts
      parts.push(value)
    }
  }

  for (const range of [
    { start: 0, end: 999_999 },
    { start: 100_001, end: 800_000 },
  ]) {
    const wanted = image.files.view.bytes.subarray(range.start, range.end + 1)
    const slow = await read([], range)
    const mixed = await read([false, true, true, false, false, true], range)
    const fast = await read(Array<boolean>(20).fill(true), range)
    for (const parts of [slow, mixed, fast]) expect(Buffer.concat(parts).equals(wanted)).toBe(true)
    expect(Math.max(...slow.map(({ length }) => length))).toBe(51 * 1024)
    expect(Math.max(...fast.map(({ length }) => length))).toBe(255 * 1024)
    expect(fast.length).toBeLessThan(mixed.length)
    expect(mixed.length).toBeLessThan(slow.length)
  }
})

test('an unknown image has no rendition', async () => {
  expect(await loadRendition('AAAAAAAAAAAAAAAAAAAAAA', 'view')).toBeNull()
})

test.each([5_000, 200_000])('a narrow picture of %d bytes is kept beside the others', async (length) => {
  const image = withNarrow(newImage(10), length)

  const { _id, bytes, narrowWidth } = await storeImage(givenPlace(), image)

  expect(
    (await loadRendition(_id, 'narrow'))?.bytes.equals(image.files.narrow?.bytes ?? Buffer.alloc(0)),
  ).toBe(true)
  expect([narrowWidth, bytes]).toEqual([1_080, 3_610 + length])
  expect(await ImageModel.findById(_id).lean()).toMatchObject({ narrowWidth: 1_080 })
})

test('an image without a narrow picture, as all were once stored, is as good as any', async () => {
  const before = await chunkCount()
  const { _id, ...record } = await storeImage(givenPlace(), newImage(100_000))
  expect(Object.keys(record.renditions)).toEqual(renditionNames.filter((name) => name !== 'narrow'))
  expect(record).not.toHaveProperty('narrowWidth')

  expect(await loadRendition(_id, 'narrow')).toBeNull()
  expect(await loadRendition(_id, 'view')).not.toBeNull()

  await deleteImages([_id])
  expect(await chunkCount()).toBe(before)
})

test('deleting an image takes all its bytes along, and may be repeated', async () => {
  const before = await chunkCount()
  const { _id } = await storeImage(givenPlace(), withNarrow(newImage(700_000), 300_000))
  expect(await chunkCount()).toBeGreaterThan(before)

  await deleteImages([_id])
  await deleteImages([_id])

  expect(await loadRendition(_id, 'view')).toBeNull()
  expect(await chunkCount()).toBe(before)
})

test('the storage of an account is counted apart from its trash', async () => {
  const owner = new ObjectId()
  const [kept, trashed] = [new ObjectId(), new ObjectId()]
  const first = await storeImage({ owner, project: kept }, newImage(100_000))
  const second = await storeImage({ owner, project: trashed }, newImage(50_000))
  await givenProjectOf(kept, first._id)
  await givenProjectOf(trashed, second._id)
  expect(await storageOf(owner)).toEqual({ live: first.bytes + second.bytes, trash: 0 })

  await ProjectModel.collection.updateOne({ _id: trashed }, { $set: { deletedAt: new Date() } })

  expect(first.bytes).toBe(100_000 + 3_600)
  expect(await storageOf(owner)).toEqual({ live: first.bytes, trash: second.bytes })
  expect(await storageOf(new ObjectId())).toEqual({ live: 0, trash: 0 })
})

test('an image that no project shows is swept after a while, others stay', async () => {
  const [open, deleted] = [givenPlace(), givenPlace()]
  const { _id: orphan } = await storeImage(givenPlace(), newImage(70_000))
  const { _id: shown } = await storeImage(open, newImage(70_000))
  const { _id: trashed } = await storeImage(deleted, newImage(70_000))
  await givenProjectOf(open.project, shown)
  await givenProjectOf(deleted.project, trashed, new Date())

  await deleteOrphanImages(new Date(Date.now() - hour))
  expect(await loadRendition(orphan, 'view')).not.toBeNull()

  await deleteOrphanImages(new Date(Date.now() + hour))
  expect(await loadRendition(orphan, 'view')).toBeNull()
  expect(await loadRendition(shown, 'view')).not.toBeNull()
  expect(await loadRendition(trashed, 'view')).not.toBeNull()
})

test('an image that its project no longer shows is swept too', async () => {
  const place = givenPlace()
  const { _id } = await storeImage(place, newImage(10))
  await givenProjectOf(place.project, 'something else')

  await deleteOrphanImages(new Date(Date.now() + hour))

  expect(await loadRendition(_id, 'view')).toBeNull()
})
