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
  /** The chosen page of a PDF. */
  page: number | undefined
  fileName: string
}

/** Prepares and stores an image, or a page of a PDF, for a version. Then `link` adds it to the project. If
 *  `link` refuses it, the image is removed. A crash leaves an image that no project names, which the sweep
 *  removes.
 *  @throws AppError session_ended, storage_limit_reached, no_room_left, what `renderImage` says, and what `link` throws */
export async function storeUpload<T>(
  actor: Actor,
  { project: { _id: project, owner }, bytes, drawn, page, fileName }: Upload,
  { caps, room }: UploadOptions,
  link: (image: VersionImage) => Promise<{ isTaken: boolean; result: T }>,
): Promise<T> {
  await checkCaps(owner, caps, 0)
  const rendered = await renderImage(bytes, waiterFor(actor), { page, isDesign: true, drawn })
  // Many images may have been prepared since the check before this upload.
  if (!hasRoom(room)) throw new AppError('no_room_left')
  const stored = await storeImage({ owner, project }, rendered)
  try {
    // The sum includes this image, so that uploads that arrive together are all counted.
    const [storage] = await Promise.all([checkCaps(owner, caps, 0), requireLivingLogin(actor)])
    const { isTaken, result } = await link(await versionImageOf(stored, rendered, fileName))
    if (isTaken) await shrinkTrash(owner, caps, storage)
    else await deleteImages([stored._id])
    return result
  } catch (error) {
    // After any other error it is unknown whether a version names the image.
    if (error instanceof AppError) await deleteImages([stored._id])
    throw error
  }
}
