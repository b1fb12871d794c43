import { randomBytes } from 'node:crypto'
import { Schema, Types, model } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import type { AuthorRecord } from '../comments/comment.record'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import {
  type ByteRange,
  deleteFiles,
  keptPieces,
  readFile,
  readSlices,
  storeFile,
} from './image-files.record'
import { copyLines, deleteLines, storeLines } from './image-lines.record'

/** The stored forms of an image. `original` is for its owner alone; `jpegSmall` is the contract's picture in lists;
 *  `preview` is for previews of a link, and older images have none; `narrow` is what phones show first, and not every image
 *  has one. */
export const renditionNames = [
  'original',
  'view',
  'thumbnail',
  'jpeg',
  'jpegSmall',
  'preview',
  'narrow',
] as const
export type RenditionName = (typeof renditionNames)[number]
type Optional = 'narrow' | 'preview'
type PerRendition<Value> = Record<Exclude<RenditionName, Optional>, Value> & {
  [Name in Optional]?: Value | undefined
}
/** The renditions of a picture in a comment. The uploaded file is not kept. */
const pictureRenditions = ['view', 'thumbnail'] as const satisfies RenditionName[]

/** A small rendition is inside the image's document, a large one in GridFS under `file`. */
export type StoredRendition = { contentType: string; length: number } & (
  | { bytes: Buffer; file?: undefined }
  | { bytes?: undefined; file: Types.ObjectId }
)

/** The data that a page needs to lay the image out. It is small enough to be copied into a version. */
export interface ImageFacts {
  _id: string
  /** Natural size in pixels, upright. */
  width: number
  height: number
  /** Data URL of a preview about 20 px wide. */
  placeholder: string
  /** Width of the `narrow` rendition in pixels; missing without one. */
  narrowWidth?: number | undefined
}

export interface ImageRecord extends ImageFacts {
  owner: Types.ObjectId
  /** The image is served only while this project exists and is not in the trash. */
  project: Types.ObjectId
  sourceType: string
  /** SHA-256 of the original's bytes, hex. */
  sha256: string
  /** Bytes of all renditions together. */
  bytes: number
  renditions: Partial<PerRendition<StoredRendition>>
  createdAt: Date
  /** Set for a picture uploaded for a comment, once all of it is stored. */
  picture?: PictureRecord
}

export interface PictureRecord {
  /** Chosen by the uploader's browser, or generated here; unique. */
  id: string
  name: string
  /** The person who may put it into a comment: an account, a browser, or either if both are known. */
  uploader: AuthorRecord
  /** True until a comment is known to contain it. */
  isFree: boolean
}

/** A prepared image from the renderer. */
export interface NewImage {
  width: number
  height: number
  sourceType: string
  sha256: string
  placeholder: string
  narrowWidth?: number | undefined
  /** The text that a design shows. */
  lines?: readonly DesignLine[]
  files: PerRendition<{ contentType: string; bytes: Buffer }>
}

export interface ImagePlace {
  owner: Types.ObjectId
  /** `_id` of its project, which may not exist yet: images are stored first, the project last. */
  project: Types.ObjectId
}

/** A larger rendition is stored outside the document, so that reading a thumbnail never reads megabytes. */
const inlineMaxBytes = 64 * 1024

/** Images are written by the driver, without this schema. The schema contains the fields that are queried and
 *  changed later. */
const imageSchema = new Schema<ImageRecord>({
  _id: String,
  owner: Schema.Types.ObjectId,
  project: Schema.Types.ObjectId,
  sha256: String,
  picture: Schema.Types.Mixed,
  createdAt: Date,
})
imageSchema.index({ owner: 1, project: 1, bytes: 1 })
/** Index: the fields of images that the search for orphans reads. */
export const orphanKeys = { createdAt: 1, 'picture.id': 1, project: 1, _id: 1 } as const
imageSchema.index(orphanKeys)
const isPicture = { partialFilterExpression: { 'picture.id': { $gt: '' } } }
imageSchema.index({ 'picture.id': 1 }, { unique: true, ...isPicture })
/** Index: the size of all pictures in the comments of a project. */
imageSchema.index({ project: 1, bytes: 1 }, { name: 'project_pictures', ...isPicture })
imageSchema.index(
  { createdAt: 1 },
  { name: 'free_pictures', partialFilterExpression: { 'picture.isFree': true } },
)

export const ImageModel = model<ImageRecord>('Image', imageSchema)

/** The driver's own collection, so that bytes are not copied through a schema. */
const images = () => ImageModel.db.collection<ImageRecord>(ImageModel.collection.collectionName)

/** Stores an image and all its renditions. The document comes first and names every file, so that files that a crash
 *  leaves behind can be found and swept. It is invisible until its project exists. */
export async function storeImage(place: ImagePlace, image: NewImage): Promise<ImageRecord> {
  const stored = await store(place, image, renditionNames)
  await storeLines(stored._id, image.lines ?? [])
  return stored
}

/** Stores an image for a comment. It becomes a picture by `namePicture`. */
export function storePictureImage(place: ImagePlace, image: NewImage): Promise<ImageRecord> {
  return store(place, image, pictureRenditions)
}

async function store(
  { owner, project }: ImagePlace,
  { files, ...facts }: NewImage,
  names: readonly RenditionName[],
): Promise<ImageRecord> {
  // Two renditions may share one file, which is stored once.
  const distinct = new Map<Buffer, StoredRendition>()
  const renditions: ImageRecord['renditions'] = {}
  for (const name of names) {
    const file = files[name]
    if (!file) continue
    const stored = distinct.get(file.bytes) ?? placeOf(file)
    distinct.set(file.bytes, stored)
    renditions[name] = stored
  }
  const isNarrowKept = facts.narrowWidth !== undefined && names.includes('narrow')
  const record: ImageRecord = {
    _id: newImageId(),
    owner,
    project,
    width: facts.width,
    height: facts.height,
    sourceType: facts.sourceType,
    sha256: facts.sha256,
    placeholder: facts.placeholder,
    ...(isNarrowKept && { narrowWidth: facts.narrowWidth }),
    bytes: [...distinct.keys()].reduce((sum, bytes) => sum + bytes.length, 0),
    renditions,
    createdAt: new Date(),
  }
  await images().insertOne(record)
  await Promise.all([...distinct].flatMap(([bytes, { file }]) => (file ? [storeFile(file, bytes)] : [])))
  return record
}

const newImageId = () => randomBytes(16).toString('base64url')

/** Copies an image with all its renditions to another place. The document comes first, as in `store`.
 *  @throws AppError image_not_found */
export async function copyImage(imageId: string, { owner, project }: ImagePlace): Promise<ImageRecord> {
  const image = await images().findOne(
    { _id: imageId, picture: { $exists: false } },
    { promoteBuffers: true },
  )
  if (!image) throw new AppError('image_not_found')
  // Renditions that share a file share its copy.
  const copies = new Map<string, { from: Types.ObjectId; to: Types.ObjectId; length: number }>()
  const renditions: ImageRecord['renditions'] = { ...image.renditions }
  for (const name of renditionNames) {
    const rendition = image.renditions[name]
    if (rendition?.file === undefined) continue
    const { file: from, length } = rendition
    const copy = copies.get(from.toHexString()) ?? { from, to: new Types.ObjectId(), length }
    copies.set(from.toHexString(), copy)
    renditions[name] = { ...rendition, file: copy.to }
  }
  const record = { ...image, _id: newImageId(), owner, project, renditions, createdAt: new Date() }
  await images().insertOne(record)
  for (const { from, to, length } of copies.values()) await storeFile(to, await readFile(from, length))
  await copyLines(imageId, record._id)
  return record
}

/** Inside the document, or in its own file. */
function placeOf({ contentType, bytes }: { contentType: string; bytes: Buffer }): StoredRendition {
  const { length } = bytes
  if (length <= inlineMaxBytes) return { contentType, length, bytes }
  return { contentType, length, file: new Types.ObjectId() }
}

export type LocatedRendition = StoredRendition & {
  project: Types.ObjectId
  /** True for a picture in a comment, which may be removed before its project. */
  isPicture: boolean
}

/** The location of a rendition, with its bytes when they are small; null for an unknown id and for a
 *  rendition that the image does not have. */
export async function findRendition(imageId: string, name: RenditionName): Promise<LocatedRendition | null> {
  const image = await images().findOne<Pick<ImageRecord, 'project' | 'renditions' | 'picture'>>(
    { _id: imageId },
    { projection: { project: 1, 'picture.id': 1, [`renditions.${name}`]: 1 }, promoteBuffers: true },
  )
  const rendition = image?.renditions[name]
  return rendition ? { ...rendition, project: image.project, isPicture: image.picture !== undefined } : null
}

/** Whether an image is stored at this moment. */
export async function isImageStored(imageId: string): Promise<boolean> {
  return (await images().findOne({ _id: imageId }, { projection: { _id: 1 } })) !== null
}

/** The number of bytes of the full-size renditions, and whether there is one for previews; null for an unknown id. */
export async function measureRenditions(
  imageId: string,
): Promise<{ view: number; jpeg: number; hasPreview: boolean } | null> {
  const image = await images().findOne<Pick<ImageRecord, 'renditions'>>(
    { _id: imageId },
    {
      projection: Object.fromEntries(
        ['view', 'jpeg', 'preview'].map((name) => [`renditions.${name}.length`, 1]),
      ),
    },
  )
  const { view, jpeg, preview } = image?.renditions ?? {}
  return view && jpeg ? { view: view.length, jpeg: jpeg.length, hasPreview: preview !== undefined } : null
}

/** All bytes of a rendition; null if `findRendition` finds none. */
export async function loadRendition(
  imageId: string,
  name: RenditionName,
): Promise<{ contentType: string; bytes: Buffer } | null> {
  const found = await findRendition(imageId, name)
  return found && { contentType: found.contentType, bytes: await bytesOf(found) }
}

/** Returns a function that reads the view of an image; it throws AppError image_not_found. */
export function viewReader(imageId: string): () => Promise<Buffer> {
  return async () => {
    const view = await loadRendition(imageId, 'view')
    if (!view) throw new AppError('image_not_found')
    return view.bytes
  }
}

/** The bytes of a rendition from the document or its file. */
async function bytesOf({ bytes, file, length }: StoredRendition): Promise<Buffer> {
  return bytes ?? readFile(file, length)
}

/** All bytes of a rendition as cached chunks that all readers share; undefined if one has to be read. */
export function sharedPieces({ bytes, file, length }: StoredRendition): Buffer[] | undefined {
  return bytes ? [bytes] : keptPieces(file, length)
}

/** The bytes of a rendition, or a `range` of them, as slices that are made on demand. */
export function slicesOf(
  { bytes, file, length }: StoredRendition,
  range: ByteRange = { start: 0, end: length - 1 },
): AsyncGenerator<Buffer, void> {
  return bytes ? oneSlice(bytes.subarray(range.start, range.end + 1)) : readSlices(file, range)
}

async function* oneSlice(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes
}

/** The contract's list pictures of many images in one query: image id -> JPEG bytes of at most 40 KB. */
export async function loadSmallJpegs(imageIds: string[]): Promise<Map<string, Buffer>> {
  const found = await images()
    .find<Pick<ImageRecord, '_id' | 'renditions'>>(
      { _id: { $in: imageIds } },
      { projection: { 'renditions.jpegSmall': 1 }, promoteBuffers: true },
    )
    .toArray()
  const entries = found.flatMap(({ _id, renditions: { jpegSmall } }) =>
    jpegSmall ? [bytesOf(jpegSmall).then((bytes): [string, Buffer] => [_id, bytes])] : [],
  )
  return new Map(await Promise.all(entries))
}

/** Permanently removes these images: the files and lines first, so that a crash leaves a document that still names them. */
export async function deleteImages(imageIds: string[]): Promise<void> {
  if (imageIds.length === 0) return
  const found = await images()
    .find<Pick<ImageRecord, 'renditions'>>(
      { _id: { $in: imageIds } },
      { projection: Object.fromEntries(renditionNames.map((name) => [`renditions.${name}.file`, 1])) },
    )
    .toArray()
  const files = found.flatMap(({ renditions }) =>
    renditionNames.flatMap((name) => renditions[name]?.file ?? []),
  )
  await deleteFiles(files)
  await deleteLines(imageIds)
  await images().deleteMany({ _id: { $in: imageIds } })
}
