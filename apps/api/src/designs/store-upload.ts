import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../core/actor'
import { requireLivingLogin } from '../core/find-actor-user'
import { deleteImages, storeImage } from '../images/image.record'
import { checkCaps, shrinkTrash, type Caps } from '../projects/owned-projects.record'
import type { ProjectRecord } from '../projects/project.record'
import { versionImageOf, type VersionImage } from './version-image.record'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import { renderImage } from '../images/renditions/render'

export interface UploadOptions {
  caps: Caps
  room: DiskRoom
}

interface Upload {
  /** Its owner's storage is used. */
  project: Pick<ProjectRecord, '_id' | 'owner'>
  bytes: Buffer
  /** What the sender's browser drew of it. */
  drawn: Buffer | undefined
  /** The lines that the sender has captured with it. */
  captured: Buffer | undefined
  /** The chosen page of a PDF. */
  page: number | undefined
  fileName: string
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

/** Adds the image to the project. `isTaken` is false if it is not needed. */
type Link<T> = (image: VersionImage) => Promise<{ isTaken: boolean; result: T }>

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
