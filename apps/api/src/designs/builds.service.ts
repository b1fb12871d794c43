import * as designsApi from '@pinmark/shared/api/designs'
import type { Version } from '@pinmark/shared/entities/project'
import { newPublicId } from '../base/ids'
import type { Actor } from '../core/actor'
import { changeProject } from '../core/change-project'
import { requireProject } from '../core/refusal'
import type { SentBytes } from '../http/body/upload'
import { deleteImages } from '../images/image.record'
import type { ImageKeys } from '../images/image-keys'
import { presentVersion } from '../projects/project.presenter'
import type { BuildRecord, ProjectRecord } from '../projects/project.record'
import { forgetChanges } from './comparison.record'
import { setBuild, type VersionAddress, versionOf } from './project-designs'
import { type Linked, storeUpload, type UploadOptions } from './store-upload'
import { isSameFile, type VersionImage } from './version-image.record'
import { pageOf } from './versions.service'

interface NewBuild extends SentBytes {
  fileName: string
  /** The chosen page of a PDF with several pages. */
  pages: string | undefined
}

/** Refuses an upload before any of it is read.
 *  @throws AppError what `refusal` says, design_not_found */
export async function checkBuildIsWelcome(actor: Actor, address: VersionAddress) {
  versionOf(await requireProject(actor, address.projectId, designsApi.storeBuild.action), address)
}

/** Stores a picture as the build of a version, in the place of the former one. A picture with the same pixels as the build
 *  changes nothing.
 *  @throws AppError what `refusal` says, design_not_found, one_page_expected, and what `storeUpload` says */
export async function storeBuild(
  actor: Actor,
  address: VersionAddress,
  { bytes, drawn, captured, fileName, pages }: NewBuild,
  { imageKeys, ...options }: UploadOptions & { imageKeys: ImageKeys },
): Promise<Version> {
  const { action } = designsApi.storeBuild
  const present = (found: ProjectRecord) =>
    presentVersion(versionOf(found, address), imageKeys.for(actor, found))
  const project = await requireProject(actor, address.projectId, action)
  const { build } = versionOf(project, address)
  if (build && (await isSameFile(build, bytes))) return present(project)
  const page = await pageOf(actor, bytes, pages)
  const sent = { project, bytes, drawn, captured, page, fileName }
  const { now, former } = await storeUpload(actor, sent, options, (image) =>
    changeProject(actor, address.projectId, action, (unit): Linked<Changed> => {
      const { build: former } = versionOf(unit.project, address)
      const isSame = former?.pixels === image.pixels
      if (isSame) return { isTaken: false, result: { now: unit.project, former: undefined } }
      return { isTaken: true, result: { now: setBuild(unit, address, buildFrom(image)), former } }
    }),
  )
  await forgetBuild(project, former)
  return present(now)
}

interface Changed {
  now: ProjectRecord
  /** The build that was replaced. */
  former: BuildRecord | undefined
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
  const { project, former } = await changeProject(
    actor,
    address.projectId,
    designsApi.removeBuild.action,
    (unit) => {
      const { build: former } = versionOf(unit.project, address)
      return { project: former ? setBuild(unit, address, null) : unit.project, former }
    },
  )
  await forgetBuild(project, former)
  return presentVersion(versionOf(project, address), imageKeys.for(actor, project))
}

/** Deletes the picture and the comparison of a build that is gone. After a crash before this, the sweep deletes the picture,
 *  and the comparison goes with its version. */
async function forgetBuild({ _id }: Pick<ProjectRecord, '_id'>, build?: BuildRecord): Promise<void> {
  if (!build) return
  await deleteImages([build.image])
  await forgetChanges(_id, [build.publicId])
}
