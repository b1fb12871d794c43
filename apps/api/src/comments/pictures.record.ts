import type { Types } from 'mongoose'
import { limits } from '@pinmark/shared/limits'
import { attemptEach } from '../base/failures'
import {
  isThread,
  ThreadModel,
  type AuthorRecord,
  type MessagePicture,
  type ReplyRecord,
  type ThreadRecord,
} from './comment.record'
import { isAbove, isBelow, isDuplicate, isOneOf } from '../mongo/queries'
import { ImageModel, deleteImages, type ImageRecord, type PictureRecord } from '../images/image.record'
import { ProjectModel } from '../projects/project.record'

/** Pictures in comments. A picture is uploaded before the message that names it. A unique index ensures that it belongs to
 *  one message only. A picture that no message names in time is deleted.
 *  docs/decisions/0053-pictures-are-uploaded-before-their-comment.md */

/** A stored picture. `image` is the id of its image. */
export type StoredPicture = Pick<MessagePicture, 'id' | 'image' | 'name' | 'width' | 'height'>
type PictureImage = Pick<ImageRecord, '_id' | 'width' | 'height'> & { picture: PictureRecord }

/** Makes a picture of a completely stored image. @returns false when its id is taken */
export async function namePicture(image: string, picture: Omit<PictureRecord, 'isFree'>): Promise<boolean> {
  try {
    await ImageModel.updateOne({ _id: image }, { $set: { picture: { ...picture, isFree: true } } })
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

/** The picture with this id, if the same person uploaded the same file to the project; `taken` if not; null
 *  if there is none. */
export async function findUploaded(
  id: string,
  { project, sha256, uploader }: { project: Types.ObjectId; sha256: string; uploader: AuthorRecord },
): Promise<StoredPicture | 'taken' | null> {
  const found = await ImageModel.findOne({ 'picture.id': id }).lean<
    ImageRecord & { picture: PictureRecord }
  >()
  if (!found) return null
  const isSame =
    found.project.equals(project) && found.sha256 === sha256 && isUploader(found.picture, uploader)
  return isSame ? storedPicture(found) : 'taken'
}

/** Of these pictures, those that the person may now use in a message of the project, in the order of `ids`. */
export async function findWaiting(
  ids: readonly string[],
  { project, uploader }: { project: Types.ObjectId; uploader: AuthorRecord },
): Promise<StoredPicture[]> {
  const found = await ImageModel.find(
    {
      project,
      'picture.id': isOneOf(ids),
      createdAt: isAbove(new Date(Date.now() - limits.picture.waitsMs)),
    },
    { width: 1, height: 1, picture: 1 },
  ).lean<PictureImage[]>()
  const usable = found.filter(({ picture }) => isUploader(picture, uploader)).map(storedPicture)
  return ids.flatMap((id) => usable.filter((picture) => picture.id === id))
}

/** A person who logs in or out between upload and message is recognised by the browser, or by the account. */
function isUploader({ uploader: { user, guest } }: PictureRecord, person: AuthorRecord): boolean {
  const isAccount = user !== null && person.user !== null && user.equals(person.user)
  return isAccount || (guest !== null && guest === person.guest)
}

function storedPicture({ _id, width, height, picture }: PictureImage): StoredPicture {
  return { id: picture.id, image: _id, name: picture.name, width, height }
}

/** Bytes of the pictures of these projects, including those that wait for a message. */
export async function picturesBytes(...projects: readonly Types.ObjectId[]): Promise<number> {
  const [sum] = await ImageModel.aggregate<{ bytes: number }>([
    { $match: { project: { $in: projects }, 'picture.id': { $gt: '' } } },
    { $group: { _id: null, bytes: { $sum: '$bytes' } } },
  ])
  return sum?.bytes ?? 0
}

/** Whether an image is shown as a picture now: its message is there, and so are the picture in it and the version it is
 *  on. One that waits for its message is shown to its uploader, who alone knows its address. */
export async function isPictureShown(image: string): Promise<boolean> {
  const message = await ThreadModel.findOne({ 'pictures.image': image }).lean<ThreadRecord | ReplyRecord>()
  if (!message) return true
  const isRemoved = message.pictures?.some((one) => one.image === image && one.removedAt !== undefined)
  if (message.deletedAt || isRemoved) return false
  const { project } = message
  const thread = isThread(message)
    ? message
    : await ThreadModel.findOne({ project, number: message.thread }, { version: 1 }).lean()
  const trashed = thread && { _id: project, 'trash.versions.publicId': thread.version }
  return trashed !== null && (await ProjectModel.exists(trashed)) === null
}

/** Deletes the pictures that were uploaded before `before` and that no message names. Each is checked once.
 *  @returns how many were deleted */
export async function deleteUnusedPictures(before: Date): Promise<number> {
  const waiting = await ImageModel.find(
    { 'picture.isFree': true, createdAt: isBelow(before) },
    { _id: 1 },
  ).lean()
  const ids = waiting.map(({ _id }) => _id)
  if (ids.length === 0) return 0
  const used = new Set(await ThreadModel.distinct('pictures.image', { 'pictures.image': isOneOf(ids) }))
  await ImageModel.updateMany({ _id: isOneOf(ids.filter((id) => used.has(id))) }, { 'picture.isFree': false })
  const unused = ids.filter((id) => !used.has(id))
  await deleteImages(unused)
  return unused.length
}

/** Deletes the images of pictures that were removed from their message before `before`, and removes their
 *  entries. */
export async function deleteRemovedPictures(before: Date): Promise<void> {
  const messages = ThreadModel.find({ 'pictures.removedAt': isBelow(before) }, { pictures: 1 })
    .lean()
    .cursor()
  await attemptEach(messages, async ({ _id, pictures = [] }) => {
    const gone = pictures.flatMap(({ image, removedAt }) => (removedAt && removedAt < before ? image : []))
    await deleteImages(gone)
    await ThreadModel.updateOne({ _id }, { $pull: { pictures: { image: isOneOf(gone) } } })
  })
}

/** Deletes all pictures of a project. */
export async function deletePicturesOf(project: Types.ObjectId): Promise<void> {
  const found = await ImageModel.find({ project, 'picture.id': isAbove('') }, { _id: 1 }).lean()
  await deleteImages(found.map(({ _id }) => _id))
}

/** The images of the pictures in these messages, including removed pictures. */
export function imagesIn(messages: readonly { pictures?: readonly MessagePicture[] }[]): string[] {
  return messages.flatMap(({ pictures = [] }) => pictures.map(({ image }) => image))
}
