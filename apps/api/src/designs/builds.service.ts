import * as designsApi from '@pinmark/shared/api/designs'
import type { BuildDifferences, Difference } from '@pinmark/shared/entities/comparison'
import type { Version } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../core/actor'
import { permit } from '../core/permit'
import { requireProject } from '../core/refusal'
import type { DiskRoom } from '../base/disk-room'
import { tryAgain } from '../base/failures'
import { newPublicId } from '../base/ids'
import { deleteImages, viewReader } from '../images/image.record'
import type { ImageKeys } from '../images/image-keys'
import { findLines } from '../images/image-lines.record'
import { differencesOf } from '../images/renditions/differences-of'
import { presentVersion } from '../projects/project.presenter'
import type { BuildRecord, ProjectRecord } from '../projects/project.record'
import { comparer } from './compare-once'
import { forgetChanges, type Found } from './comparison.record'
import { changeBuild, type VersionAddress, versionOf } from './designs.record'
import { storeUpload, type UploadOptions } from './store-upload'
import { isSameFile, type VersionImage } from './version-image.record'
import { pageOf } from './versions.service'

interface NewBuild {
  image: Buffer
  /** What the sender's browser drew of it. */
  drawn: Buffer | undefined
  /** The lines that the sender has captured with it. */
  captured: Buffer | undefined
  fileName: string
  /** The chosen page of a PDF with several pages. */
  pages: string | undefined
}

/** Refuses an upload before any of it is read.
 *  @throws AppError what `refusal` says, design_not_found */
export async function checkBuildIsWelcome(actor: Actor, { projectId, designId, versionId }: VersionAddress) {
  versionOf(await requireProject(actor, projectId, designsApi.storeBuild.action), designId, versionId)
}

/** Stores a picture as the build of a version, in the place of the former one. A picture with the same pixels as the build
 *  changes nothing.
 *  @throws AppError what `refusal` says, design_not_found, one_page_expected, and what `storeUpload` says */
export async function storeBuild(
  actor: Actor,
  address: VersionAddress,
  { image: bytes, drawn, captured, fileName, pages }: NewBuild,
  { imageKeys, ...options }: UploadOptions & { imageKeys: ImageKeys },
): Promise<Version> {
  const { action } = designsApi.storeBuild
  const project = await requireProject(actor, address.projectId, action)
  const present = (found: ProjectRecord, build?: BuildRecord) =>
    presentVersion(
      { ...versionOf(found, address.designId, address.versionId), ...(build && { build }) },
      imageKeys.for(actor, found),
    )
  const { build } = versionOf(project, address.designId, address.versionId)
  if (build && (await isSameFile(build, bytes))) return present(project)
  const page = await pageOf(actor, bytes, pages)
  return storeUpload(actor, { project, bytes, drawn, captured, page, fileName }, options, async (image) => {
    const next = buildFrom(image)
    const former = await changeBuild(permit(actor, address.projectId, action), address, next)
    if (former) {
      await forgetBuild(former, address)
      return { isTaken: true, result: present(former, next) }
    }
    const now = await requireProject(actor, address.projectId, action)
    const same = versionOf(now, address.designId, address.versionId).build
    if (same?.pixels === next.pixels) return { isTaken: false, result: present(now) }
    // Another upload has replaced the same pixels in between.
    throw tryAgain()
  })
}

function buildFrom({ image, width, height, narrowWidth, pixels }: VersionImage): BuildRecord {
  return {
    ...{ publicId: newPublicId(), image, width, height },
    ...(narrowWidth !== undefined && { narrowWidth }),
    ...{ pixels, createdAt: new Date() },
  }
}

/** Removes the build of a version for good. Without one, nothing changes.
 *  @throws AppError what `refusal` says, design_not_found */
export async function removeBuild(
  actor: Actor,
  address: VersionAddress,
  imageKeys: ImageKeys,
): Promise<Version> {
  const { action } = designsApi.removeBuild
  const former = await changeBuild(permit(actor, address.projectId, action), address, null)
  if (former) await forgetBuild(former, address)
  const project = former ?? (await requireProject(actor, address.projectId, action))
  const { build: _, ...version } = versionOf(project, address.designId, address.versionId)
  return presentVersion(version, imageKeys.for(actor, project))
}

/** Deletes the picture and the comparison of a build that is gone. After a crash before this, the sweep deletes the picture,
 *  and the comparison goes with its version. */
async function forgetBuild(before: ProjectRecord, { designId, versionId }: VersionAddress): Promise<void> {
  const { build } = versionOf(before, designId, versionId)
  if (!build) return
  await deleteImages([build.image])
  await forgetChanges(before._id, [build.publicId])
}

const compareBuild = comparer<Difference>()

/** Where the build of a version differs from it. The first request waits for the comparison.
 *  @throws AppError what `refusal` says, design_not_found, build_not_found, images_busy, image_took_too_long */
export async function listDifferencesOf(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
  room: DiskRoom,
): Promise<BuildDifferences> {
  const project = await requireProject(actor, projectId, designsApi.listDifferences.action)
  const { publicId, image, build } = versionOf(project, designId, versionId)
  if (!build) throw new AppError('build_not_found')
  const pair = { project: project._id, from: publicId, to: build.publicId }
  const { changes, runs } = await compareBuild(pair, () => compare(actor, image, build.image), room)
  return { differences: changes, runs }
}

async function compare(actor: Actor, design: string, build: string): Promise<Found<Difference>> {
  const lines = await findLines([design, build])
  return differencesOf(viewReader(design), viewReader(build), {
    waiter: waiterFor(actor),
    lines: { design: lines.get(design) ?? [], build: lines.get(build) ?? [] },
  })
}
