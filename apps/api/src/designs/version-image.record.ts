import { sha256Of } from '../base/ids'
import {
  copyImage,
  ImageModel,
  loadRendition,
  type ImageFacts,
  type ImagePlace,
} from '../images/image.record'
import { ProjectModel, type ProjectRecord, type VersionRecord } from '../projects/project.record'

/** The image data that a version repeats. */
export type VersionImage = Pick<
  VersionRecord,
  'image' | 'width' | 'height' | 'placeholder' | 'narrowWidth' | 'warnings' | 'fileName' | 'pixels'
>

interface Rendered {
  warnings?: string[] | undefined
  files: { view: { bytes: Buffer } }
}

/** @param fileName of the upload, if it has one */
export async function versionImageOf(
  stored: ImageFacts,
  { files, warnings }: Rendered,
  fileName: string | undefined,
): Promise<VersionImage> {
  const { _id: image, width, height, placeholder, narrowWidth } = stored
  return {
    ...{ image, width, height, placeholder },
    ...(narrowWidth !== undefined && { narrowWidth }),
    ...(warnings && { warnings }),
    ...(fileName && { fileName }),
    pixels: await pixelsOf(files.view.bytes),
  }
}

/** Copies the image of a version to another place.
 *  @throws AppError image_not_found */
export async function copyVersionImage(version: VersionRecord, place: ImagePlace): Promise<VersionImage> {
  const { width, height, placeholder, narrowWidth, warnings, fileName, pixels } = version
  const { _id: image } = await copyImage(version.image, place)
  return {
    ...{ image, width, height, placeholder },
    ...(narrowWidth !== undefined && { narrowWidth }),
    ...(warnings && { warnings }),
    ...(fileName && { fileName }),
    ...(pixels !== undefined && { pixels }),
  }
}

/** Digest of an image's pixels. The view is made from the decoded pixels alone, so files that differ only in
 *  metadata, such as the time of a screenshot, have the same digest.
 *  @param view bytes of the image's `view` */
async function pixelsOf(view: Buffer): Promise<string> {
  return (await sha256Of(view)).toString('base64url')
}

/** Whether the image of a version or a build was made from exactly these bytes. */
export async function isSameFile({ image }: Pick<VersionRecord, 'image'>, bytes: Buffer): Promise<boolean> {
  const sha256 = (await sha256Of(bytes)).toString('hex')
  return (await ImageModel.exists({ _id: image, sha256 })) !== null
}

/** Stores the digest of the newest version of a design if it is missing, because new versions are compared
 *  with it. */
export async function storePixelsOfNewest(project: ProjectRecord, designId: string): Promise<void> {
  const newest = project.designs.find(({ publicId }) => publicId === designId)?.versions.at(-1)
  if (!newest || newest.pixels !== undefined) return
  const view = await loadRendition(newest.image, 'view')
  if (!view) return
  await ProjectModel.updateOne(
    { _id: project._id },
    { $set: { 'designs.$[].versions.$[version].pixels': await pixelsOf(view.bytes) } },
    { arrayFilters: [{ 'version.publicId': newest.publicId }] },
  )
}
