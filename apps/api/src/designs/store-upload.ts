import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import { idFrom, sha256Of } from '../base/ids'
import { requireUser, waiterFor, type Actor, requireLivingLogin } from '../core/actor'
import type { SentBytes } from '../http/body/upload'
import { deleteImages, storeImage } from '../images/image.record'
import { renderImage } from '../images/renditions/render'
import { checkCaps, shrinkTrash, type Caps } from '../projects/owned-projects.record'
import type { ProjectRecord } from '../projects/project.record'
import { versionImageOf, type VersionImage } from './version-image.record'

export interface UploadOptions {
  caps: Caps
  room: DiskRoom
}

interface Upload extends SentBytes {
  /** Its owner's storage is used. */
  project: Pick<ProjectRecord, '_id' | 'owner'>
  /** The chosen page of a PDF. */
  page: number | undefined
  fileName: string
}

/** The identity of a repeated upload: sender, Idempotency-Key, file and target.
 *  @param target what the upload becomes, including its project if it becomes a part of one
 *  @returns undefined without a key */
export async function nameUpload(
  actor: Actor,
  key: string | undefined,
  bytes: Buffer,
  ...target: (string | number | undefined)[]
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const file = (await sha256Of(bytes)).toString('base64url')
  return idFrom(JSON.stringify(['upload', requireUser(actor).publicId, key, file, ...target]))
}

/** Prepares and stores an image, or a page of a PDF, for a version. Then `link` adds it to the project. If
 *  `link` refuses it, the image is removed. A crash leaves an image that no project names, which the sweep
 *  removes.
 *  @throws AppError session_ended, storage_limit_reached, no_room_left, what `renderImage` says, and what `link` throws */
export function storeUpload<T>(
  actor: Actor,
  { project: { _id: project, owner }, bytes, fileName, ...sent }: Upload,
  { caps, room }: UploadOptions,
  link: Link<T>,
): Promise<T> {
  const make = async () => {
    const rendered = await renderImage(bytes, waiterFor(actor), { isDesign: true, ...sent })
    // Many images may have been prepared since the check before this upload.
    if (!hasRoom(room)) throw new AppError('no_room_left')
    return versionImageOf(await storeImage({ owner, project }, rendered), rendered, fileName)
  }
  return keepImage(actor, { owner, caps, make }, link)
}

/** `isTaken` is false if the image is not needed. */
export interface Linked<T> {
  isTaken: boolean
  result: T
}

/** Adds the image to the project. */
type Link<T> = (image: VersionImage) => Promise<Linked<T>>

interface Kept {
  owner: Types.ObjectId
  caps: Caps
  /** Stores the image. */
  make: () => Promise<VersionImage>
}

/** Stores an image and adds it to its project, or removes it again.
 *  @throws AppError session_ended, storage_limit_reached, and what `make` and `link` throw */
export async function keepImage<T>(actor: Actor, { owner, caps, make }: Kept, link: Link<T>): Promise<T> {
  await checkCaps(owner, caps, {})
  const stored = await make()
  try {
    // The sum includes this image, so that uploads that arrive together are all counted.
    const [storage] = await Promise.all([checkCaps(owner, caps, {}), requireLivingLogin(actor)])
    const { isTaken, result } = await link(stored)
    if (isTaken) await shrinkTrash(owner, caps, storage)
    else await deleteImages([stored.image])
    return result
  } catch (error) {
    // After any other error it is unknown whether a version names the image.
    if (error instanceof AppError) await deleteImages([stored.image])
    throw error
  }
}
