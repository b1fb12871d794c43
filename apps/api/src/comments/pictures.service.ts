import * as commentsApi from '@pinmark/shared/api/comments'
import type { Picture } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import { limits as sharedLimits } from '@pinmark/shared/limits'
import { hasControlCharacters, hasHiddenCharacters, isBlank, normalizeName } from '@pinmark/shared/text'
import { type Actor, requireLivingLogin, waiterFor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { requireProject } from '../core/refusal'
import { isDesigner } from '../core/rights'
import { byteCache } from '../base/budgets'
import { lineOfAccount } from '../base/fair-slots'
import { newPublicId, sha256Of } from '../base/ids'
import type { Config } from '../config'
import { type AuthorRecord, isThread } from './comment.record'
import { cutOf } from './spot'
import { findNextThreads } from './threads.record'
import { deleteImages, storePictureImage, viewReader } from '../images/image.record'
import { storageOf } from '../images/image-upkeep.record'
import { findActiveProjects } from '../projects/owned-projects.record'
import { findUploaded, namePicture, picturesBytes, type StoredPicture } from './pictures.record'
import type { ProjectRecord } from '../projects/project.record'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import type { Cut } from '../images/renditions/cut-spots'
import { renderImage, cutSpots } from '../images/renditions/render'
import { sniffImage } from '../images/renditions/sniff'
import { presentPicture } from './comment.presenter'
import { findComment, type CommentAddress } from './changed-comment'
import { findVersion } from '../projects/link-state'

type Limits = Pick<Config['limits'], 'maxPicturesMb' | 'maxStorageGb'>

interface SentPicture {
  id: string | undefined
  bytes: Buffer
  name: string
}

interface PictureOptions {
  limits: Limits
  room: DiskRoom
  imageKeys: ImageKeys
}

/** The uploader of a picture, until a message contains it: account and browser, because people log in and out in
 *  between. */
export function uploaderOf({ user, guestHash }: Actor): AuthorRecord {
  return { user: user?.id ?? null, guest: guestHash }
}

/** Refuses a picture before any of it is read.
 *  @throws AppError those of `refusal`, and guest_secret_required, pictures_full */
export async function checkPictureIsWelcome(actor: Actor, projectId: string, limits: Limits): Promise<void> {
  const project = await requireProject(actor, projectId, commentsApi.addPicture.action)
  if (actor.user === null && actor.guestHash === null) throw new AppError('guest_secret_required')
  await checkSpace(project, limits)
  if (!isDesigner(actor, project)) await checkShareOfGuests(project, limits)
}

/** Prepares and stores a picture for a comment or reply. The same file again under the same id is answered with what is
 *  there. The image comes first: a crash before it is named leaves an image without a picture, which the sweep removes.
 *  @throws AppError those of `refusal`, and picture_not_supported, picture_id_taken, pictures_full, no_room_left, and
 *  what `renderImage` says */
export async function addPicture(
  actor: Actor,
  projectId: string,
  { id = newPublicId(), bytes, name }: SentPicture,
  { limits, room, imageKeys }: PictureOptions,
): Promise<Picture> {
  const project = await requireProject(actor, projectId, commentsApi.addPicture.action)
  const uploader = uploaderOf(actor)
  const present = (picture: StoredPicture) => presentPicture(picture, imageKeys.for(actor, project))
  const sha256 = (await sha256Of(bytes)).toString('hex')
  const known = await findUploaded(id, { project: project._id, sha256, uploader })
  if (known === 'taken') throw new AppError('picture_id_taken')
  if (known) return present(known)

  const account = actor.user ? lineOfAccount(actor.user.id) : `guest ${actor.guestHash}`
  const rendered = await renderPicture(bytes, { account, network: actor.network })
  if (!hasRoom(room)) throw new AppError('no_room_left')
  const stored = await storePictureImage({ owner: project.owner, project: project._id }, rendered)
  try {
    const picture = { id, name: shownName(name), uploader }
    if (!(await namePicture(stored._id, picture))) {
      // A concurrent try of the same request was faster.
      const twin = await findUploaded(id, { project: project._id, sha256, uploader })
      if (twin === null || twin === 'taken') throw new AppError('picture_id_taken')
      await deleteImages([stored._id])
      return present(twin)
    }
    // The sum includes this picture, so that pictures that arrive together are all counted.
    await Promise.all([checkSpace(project, limits), requireLivingLogin(actor)])
    return present({ ...picture, image: stored._id, width: stored.width, height: stored.height })
  } catch (error) {
    // After any other error it is unknown what was written.
    if (error instanceof AppError) await deleteImages([stored._id])
    throw error
  }
}

const bytesPerMb = 1024 ** 2
const bytesPerGb = 1024 ** 3

/** Guests use the storage of the owner, within a limit of each project. */
async function checkSpace({ _id, owner }: ProjectRecord, { maxPicturesMb, maxStorageGb }: Limits) {
  const [pictures, { live }] = await Promise.all([picturesBytes(_id), storageOf(owner)])
  const isFull = pictures > maxPicturesMb * bytesPerMb || live > maxStorageGb * bytesPerGb
  if (isFull) throw new AppError('pictures_full')
}

/** The pictures of all projects together leave half of the storage to the designs of the owner. Those that arrive at the
 *  same time may take a little more. */
async function checkShareOfGuests({ owner }: ProjectRecord, { maxStorageGb }: Limits): Promise<void> {
  const projects = await findActiveProjects(owner, 'own', { _id: 1 })
  const pictures = await picturesBytes(...projects.map(({ _id }) => _id))
  if (pictures > (maxStorageGb * bytesPerGb) / 2) throw new AppError('pictures_full')
}

/** Refuses drawings and documents, because anyone with the link can send them.
 *  @throws AppError picture_not_supported, and what `renderImage` says */
async function renderPicture(bytes: Buffer, waiter: { account: string; network: string }) {
  try {
    const type = sniffImage(bytes)
    if (type === 'svg' || type === 'pdf') throw new AppError('picture_not_supported')
    return await renderImage(bytes, waiter)
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'image_not_supported'
    throw isUnknown ? new AppError('picture_not_supported', { cause: error }) : error
  }
}

/** The name of a file as it is shown; empty for a name with hidden or disguising characters. */
function shownName(name: string): string {
  if (hasControlCharacters(name)) return ''
  const plain = normalizeName(name.replace(/^.*[\\/]/, ''))
  const short = [...plain].slice(0, sharedLimits.picture.name.max).join('')
  return isBlank(short) || hasHiddenCharacters(short) ? '' : short
}

/** Pictures that were cut last, by image and spot. Each takes about 20 KB. */
const recentSpots = byteCache<{ bytes: Buffer }>(4 * 1024 * 1024)
/** Comments whose spots are cut at once. Agents read one after the other, and decoding the design takes most of the time. */
const cutAtOnce = 12

/** A small picture of the spot of a comment, on the version that it was made on.
 *  @returns a JPEG
 *  @throws AppError what `refusal` says, comment_not_found, images_busy, image_took_too_long */
export async function drawSpot(actor: Actor, { projectId, commentId }: CommentAddress): Promise<Buffer> {
  const project = await requireProject(actor, projectId, commentsApi.loadSpot.action)
  const comment = await findComment(project, commentId)
  if (!isThread(comment) || comment.deletedAt) throw new AppError('comment_not_found')
  const version = findVersion(project, comment.version)
  if (!version) throw new AppError('comment_not_found')
  const keyOf = (cut: Cut) => `${version.image} ${JSON.stringify(cut)}`
  const wanted = cutOf(comment)
  const known = recentSpots.get(keyOf(wanted))
  if (known) return known.bytes
  const next = (await findNextThreads(comment, cutAtOnce - 1)).map(cutOf)
  const cuts = [wanted, ...next.filter((cut) => !recentSpots.has(keyOf(cut)))]
  const pictures = await cutSpots(viewReader(version.image), cuts, waiterFor(actor))
  for (const [at, cut] of cuts.entries()) {
    const bytes = pictures[at]
    if (bytes) recentSpots.set(keyOf(cut), { bytes })
  }
  const [picture] = pictures
  if (!picture) throw new Error('no picture was cut')
  return picture
}
