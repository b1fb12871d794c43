import * as designsApi from '@pinmark/shared/api/designs'
import { titleAfter } from '@pinmark/shared/design-name'
import type { AddedVersion, VersionFields } from '@pinmark/shared/entities/design'
import type { Version } from '@pinmark/shared/entities/project'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { waiterFor, type Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { nameUpload } from '../accounts/name-upload'
import { permit, trashEnd } from '../core/permit'
import { requireProject } from '../core/refusal'
import {
  addVersion,
  type DesignAddress,
  designOf,
  findUploaded,
  removeVersion,
  restoreVersion,
  type VersionAddress,
  versionOf,
} from './designs.record'
import type { DatedHappening } from '../core/event'
import type { ProjectRecord, VersionRecord } from '../projects/project.record'
import { copyVersionImage, isSameFile, storePixelsOfNewest, type VersionImage } from './version-image.record'
import { newPublicId } from '../base/ids'
import { tryAgain } from '../base/failures'
import { choosePages } from '../images/renditions/choose-pages'
import { presentVersion } from '../projects/project.presenter'
import { changeNewest, newestOf } from './placing.record'
import { keepImage, storeUpload, type UploadOptions } from './store-upload'

/** Maximum number of attempts while concurrent uploads keep changing the reason of the refusal. */
const maxTries = 5

interface NewVersion extends VersionFields {
  image: Buffer
  /** What the sender's browser drew of it. */
  drawn: Buffer | undefined
  /** The lines that the sender has captured with it. */
  captured: Buffer | undefined
  /** The file name that the sender gave. */
  fileName: string
  /** The chosen page of a PDF with several pages. */
  pages: string | undefined
  idempotencyKey: string | undefined
}

interface UploadedVersion {
  version: AddedVersion
  /** False when the newest version of the design already has the same image, so that none was added. */
  isNew: boolean
}

/** Refuses an upload before any of it is read.
 *  @throws AppError what `refusal` says, design_not_found */
export async function checkVersionIsWelcome(actor: Actor, { projectId, designId }: DesignAddress) {
  designOf(await requireProject(actor, projectId, designsApi.addVersion.action), designId)
}

/** Adds a version to a design, unless the newest version already has the same pixels. A request with the same
 *  Idempotency-Key gets the version that the first one added.
 *  @throws AppError what `refusal` says, design_not_found, version_limit_reached, one_page_expected, and what
 *  `choosePages` and `storeUpload` say */
export async function uploadVersion(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  { image: bytes, drawn, captured, fileName, note, round, pages, idempotencyKey }: NewVersion,
  { imageKeys, ...options }: UploadOptions & { imageKeys: ImageKeys },
): Promise<UploadedVersion> {
  const { action } = designsApi.addVersion
  const found = await requireProject(actor, projectId, action)
  const added = addedBy(actor, designId, imageKeys)
  const { title } = designOf(found, designId)
  const rename = { from: title, to: titleAfter(fileName, title) }
  const newest = newestOf(designOf(found, designId))
  const upload = await nameUpload(actor, idempotencyKey, bytes, designId)
  const known = findUploaded(found, upload)
  if (known) return added(found, known.version, true)
  // The same file again, as a nightly script sends it, needs no preparation.
  if (await isSameFile(newest, bytes)) return added(found, newest, false)
  const page = await pageOf(actor, bytes, pages)
  await storePixelsOfNewest(found, designId)

  const sent = { project: found, bytes, drawn, captured, page, fileName }
  return storeUpload(actor, sent, options, (image) =>
    linkVersion(actor, { projectId, designId }, { image, note, round, rename, upload }, added),
  )
}

/** Makes an older version of a design the newest one again: a new version gets a copy of its image, so that the history
 *  stays. Comments are placed on it as after an upload. If the newest version has the same pixels, none is added.
 *  @throws AppError what `refusal` says, design_not_found, version_limit_reached, storage_limit_reached */
export async function renewVersion(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
  { imageKeys, caps }: Pick<UploadOptions, 'caps'> & { imageKeys: ImageKeys },
): Promise<AddedVersion> {
  const project = await requireProject(actor, projectId, designsApi.renewVersion.action)
  const { owner, round } = project
  const { title } = designOf(project, designId)
  const old = versionOf(project, designId, versionId)
  const added = addedBy(actor, designId, imageKeys)
  await storePixelsOfNewest(project, designId)
  const make = () => copyVersionImage(old, { owner, project: project._id })
  const { version } = await keepImage(actor, { owner, caps, make }, (image) =>
    linkVersion(
      actor,
      { projectId, designId },
      { image, note: old.note, round: round.number, rename: { from: title, to: title }, upload: undefined },
      added,
    ),
  )
  return version
}

type Added = (project: ProjectRecord, version: VersionRecord, isNew: boolean) => UploadedVersion

/** Presents what was added to a design. */
function addedBy(actor: Actor, designId: string, imageKeys: ImageKeys): Added {
  return (project, version, isNew) => ({
    version: {
      ...presentVersion(version, imageKeys.for(actor, project)),
      title: designOf(project, designId).title,
    },
    isNew,
  })
}

interface LinkedVersion {
  image: VersionImage
  note: string
  round: number | undefined
  /** The title of the design, and its title from now on. */
  rename: { from: string; to: string }
  upload: string | undefined
}

/** Adds a version with a stored image to a design, unless the newest one has the same pixels or the upload was added
 *  already.
 *  @throws AppError what `refusal` says, design_not_found, version_limit_reached */
async function linkVersion(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  { image, note, round, rename, upload }: LinkedVersion,
  added: Added,
): Promise<{ isTaken: boolean; result: UploadedVersion }> {
  const { action } = designsApi.addVersion
  const publicId = newPublicId()
  const version = { publicId, note, placing: 'pending' as const, ...image, upload, createdAt: new Date() }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const changed = await changeNewest(
      designId,
      (session) =>
        addVersion(permit(actor, projectId, action), designId, version, { round, rename }, session),
      (project) => happeningsOf(project, version),
    )
    if (changed)
      return { isTaken: true, result: added(changed, versionOf(changed, designId, publicId), true) }
    const present = await requireProject(actor, projectId, action)
    // The first try may have ended while this one was being prepared.
    const repeated = findUploaded(present, upload)
    if (repeated) return { isTaken: false, result: added(present, repeated.version, true) }
    const same = newestOf(designOf(present, designId))
    if (same.pixels === image.pixels) return { isTaken: false, result: added(present, same, false) }
    const { versionsPerProject: limit } = limits
    if (present.versionCount >= limit) throw new AppError('version_limit_reached', { params: { limit } })
    // The reason of the refusal is gone: another upload has replaced the same pixels, or made room.
  }
  throw tryAgain()
}

/** A new version may open a round. */
function happeningsOf(
  { round: { number, openedAt } }: ProjectRecord,
  { publicId: version, createdAt: at }: Pick<VersionRecord, 'publicId' | 'createdAt'>,
): DatedHappening[] {
  const opened = { kind: 'round', change: 'opened', number, at } as const
  return [{ kind: 'version', version, at }, ...(openedAt.getTime() === at.getTime() ? [opened] : [])]
}

/** The page of a PDF that `chosen` names; undefined for other files. @throws AppError one_page_expected */
export async function pageOf(
  actor: Actor,
  bytes: Buffer,
  chosen: string | undefined,
): Promise<number | undefined> {
  const pdf = await choosePages(bytes, chosen, waiterFor(actor), { max: 1 })
  return pdf?.pages[0]
}

/** Moves the newest version of a design to the trash. The previous version becomes the newest.
 *  @throws AppError what `refusal` says, design_not_found, not_newest_version, last_version */
export async function deleteVersion(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
): Promise<Deleted> {
  const { action } = designsApi.removeVersion
  const deletedAt = new Date()
  const changed = await changeNewest(designId, (session) =>
    removeVersion(permit(actor, projectId, action), designId, versionId, deletedAt, session),
  )
  if (!changed) throw await explain()
  return { _id: versionId, deletedAt: deletedAt.toISOString() }

  async function explain(): Promise<AppError> {
    const project = await requireProject(actor, projectId, action)
    const design = designOf(project, designId)
    versionOf(project, designId, versionId)
    return new AppError(design.versions.length === 1 ? 'last_version' : 'not_newest_version')
  }
}

/** Restores a version from the trash. A repeated request gets the same answer.
 *  @throws AppError what `refusal` says, design_not_found */
export async function bringVersionBack(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
  imageKeys: ImageKeys,
): Promise<Version> {
  const { action } = designsApi.restoreVersion
  const restored = await changeNewest(designId, (session) =>
    restoreVersion(permit(actor, projectId, action), designId, versionId, trashEnd(), session),
  )
  const project = restored ?? (await requireProject(actor, projectId, action))
  return presentVersion(versionOf(project, designId, versionId), imageKeys.for(actor, project))
}
