import * as designsApi from '@pinmark/shared/api/designs'
import { titleAfter } from '@pinmark/shared/design-name'
import type { AddedVersion, VersionFields } from '@pinmark/shared/entities/design'
import type { Version } from '@pinmark/shared/entities/project'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { newPublicId } from '../base/ids'
import { waiterFor, type Actor } from '../core/actor'
import { changeProject } from '../core/change-project'
import { trashEnd } from '../core/permit'
import { requireProject } from '../core/refusal'
import type { Unit } from '../core/unit'
import type { SentBytes } from '../http/body/upload'
import type { ImageKeys } from '../images/image-keys'
import { choosePages } from '../images/renditions/render'
import { presentVersion } from '../projects/project.presenter'
import type { ProjectRecord, VersionRecord } from '../projects/project.record'
import {
  type DesignAddress,
  designOf,
  findUploaded,
  newestOf,
  requestPlacing,
  setDesigns,
  type VersionAddress,
  versionOf,
  withDesign,
} from './project-designs'
import { keepImage, type Linked, nameUpload, storeUpload, type UploadOptions } from './store-upload'
import { copyVersionImage, isSameFile, storePixelsOfNewest, type VersionImage } from './version-image.record'

interface SentVersion extends VersionFields, SentBytes {
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
  { bytes, drawn, captured, fileName, note, round, pages, idempotencyKey }: SentVersion,
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
  if (known) return added({ project: found, version: known.version, isNew: true })
  // The same file again, as a nightly script sends it, needs no preparation.
  if (await isSameFile(newest, bytes)) return added({ project: found, version: newest, isNew: false })
  const page = await pageOf(actor, bytes, pages)
  await storePixelsOfNewest(found, designId)

  const sent = { project: found, bytes, drawn, captured, page, fileName }
  const linked = await storeUpload(actor, sent, options, (image) =>
    changeProject(actor, projectId, action, (unit) =>
      addVersion(unit, designId, { image, note, round, rename, upload }),
    ),
  )
  return added(linked)
}

/** Makes an older version of a design the newest one again: a new version gets a copy of its image, so that the history
 *  stays. Comments are placed on it as after an upload. If the newest version has the same pixels, none is added.
 *  @throws AppError what `refusal` says, design_not_found, version_limit_reached, storage_limit_reached */
export async function renewVersion(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
  { imageKeys, caps }: Pick<UploadOptions, 'caps'> & { imageKeys: ImageKeys },
): Promise<AddedVersion> {
  const { action } = designsApi.renewVersion
  const project = await requireProject(actor, projectId, action)
  const { _id, owner, round } = project
  const old = versionOf(project, { designId, versionId })
  await storePixelsOfNewest(project, designId)
  const make = () => copyVersionImage(old, { owner, project: _id })
  const linked = await keepImage(actor, { owner, caps, make }, (image) =>
    changeProject(actor, projectId, action, (unit) =>
      addVersion(unit, designId, { image, note: old.note, round: round.number }),
    ),
  )
  return addedBy(actor, designId, imageKeys)(linked).version
}

interface Added {
  project: ProjectRecord
  version: VersionRecord
  isNew: boolean
}

/** Presents what was added to a design. */
function addedBy(actor: Actor, designId: string, imageKeys: ImageKeys): (added: Added) => UploadedVersion {
  return ({ project, version, isNew }) => ({
    version: {
      ...presentVersion(version, imageKeys.for(actor, project)),
      title: designOf(project, designId).title,
    },
    isNew,
  })
}

interface NewVersion {
  image: VersionImage
  note: string
  /** At most one above the present round; default: the next one. */
  round: number | undefined
  /** The title of the design from now on, unless it has another one meanwhile. */
  rename?: { from: string; to: string }
  upload?: string | undefined
}

/** Adds a version to a design, unless the newest one has the same pixels, or its upload was already added.
 *  @throws AppError design_not_found, version_limit_reached */
function addVersion(
  unit: Unit,
  designId: string,
  { image, note, round: wanted, rename, upload }: NewVersion,
): Linked<Added> {
  const { project } = unit
  const repeated = findUploaded(project, upload)
  if (repeated) return { isTaken: false, result: { project, version: repeated.version, isNew: true } }
  const design = designOf(project, designId)
  const newest = newestOf(design)
  if (newest.pixels === image.pixels)
    return { isTaken: false, result: { project, version: newest, isNew: false } }
  const { versionsPerProject: limit } = limits
  if (project.versionCount >= limit) throw new AppError('version_limit_reached', { params: { limit } })

  const createdAt = new Date()
  const next = project.round.number + 1
  const number = Math.max(project.round.number, Math.min(next, wanted ?? next))
  const opensRound = number > project.round.number
  const version: VersionRecord = {
    ...{ publicId: newPublicId(), number: design.nextVersion, note, round: number },
    ...{ placing: 'pending', ...image, createdAt },
    ...(upload !== undefined && { upload }),
  }
  const changed = setDesigns(unit, {
    designs: withDesign(project, designId, ({ title, nextVersion, versions }) => ({
      title: rename?.from === title ? rename.to : title,
      nextVersion: nextVersion + 1,
      versions: [...versions, version],
    })),
    versionCount: project.versionCount + 1,
    ...(opensRound && { round: { number, openedAt: createdAt, closedAt: null, message: '' } }),
  })
  requestPlacing(unit, { design: designId, version: version.publicId })
  unit.emit({ kind: 'version', version: version.publicId }, createdAt)
  if (opensRound) unit.emit({ kind: 'round', change: 'opened', number }, createdAt)
  return { isTaken: true, result: { project: changed, version, isNew: true } }
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
export function deleteVersion(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
): Promise<Deleted> {
  return changeProject(actor, projectId, designsApi.removeVersion.action, (unit) => {
    const { project } = unit
    const design = designOf(project, designId)
    const version = versionOf(project, { designId, versionId })
    const left = design.versions.slice(0, -1)
    const [previous] = left.slice(-1)
    if (!previous) throw new AppError('last_version')
    if (version !== newestOf(design)) throw new AppError('not_newest_version')
    const deletedAt = new Date()
    const entry = { ...design, versions: [version], deletedAt, at: null }
    setDesigns(unit, {
      designs: withDesign(project, designId, () => ({ versions: left })),
      trash: [...project.trash, entry],
    })
    requestPlacing(unit, { design: designId, version: previous.publicId })
    return { _id: versionId, deletedAt: deletedAt.toISOString() }
  })
}

/** Restores a version from the trash, at the place of its number, because a newer one may have arrived meanwhile. A repeated
 *  request gets the same answer.
 *  @throws AppError what `refusal` says, design_not_found */
export async function bringVersionBack(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
  imageKeys: ImageKeys,
): Promise<Version> {
  const { action } = designsApi.restoreVersion
  const project = await changeProject(actor, projectId, action, (unit) => {
    const { project } = unit
    const design = designOf(project, designId)
    const entry = project.trash.find(
      ({ publicId, at, versions, deletedAt }) =>
        publicId === designId &&
        at === null &&
        versions.some((one) => one.publicId === versionId) &&
        deletedAt > trashEnd(),
    )
    if (!entry) {
      versionOf(project, { designId, versionId })
      return project
    }
    const versions = [...design.versions, ...entry.versions].sort((a, b) => a.number - b.number)
    requestPlacing(unit, { design: designId, version: newestOf({ versions }).publicId })
    return setDesigns(unit, {
      designs: withDesign(project, designId, () => ({ versions })),
      trash: project.trash.filter((one) => one !== entry),
    })
  })
  return presentVersion(versionOf(project, { designId, versionId }), imageKeys.for(actor, project))
}
