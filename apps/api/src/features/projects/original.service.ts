import * as projectsApi from '@pinmark/shared/api/projects'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { requireProject } from '../../access/require-project'
import { findRendition, slicesOf } from '../../models/image'
import { extensionOf, fileNameOf } from '../../presenters/file-name'

interface Original {
  contentType: string
  length: number
  pieces: AsyncIterable<Buffer>
  fileName: string
}

interface VersionAddress {
  projectId: string
  designId: string
  versionId: string
}

/** The bytes exactly as they were uploaded, for the owner alone.
 *  @throws AppError project_not_found, not_allowed, session_ended, design_not_found */
export async function loadOriginal(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
): Promise<Original> {
  const { action } = projectsApi.loadOriginal
  const project = await requireProject(actor, projectId, action, { name: 1, designs: 1 })
  const design = project.designs.find(({ publicId }) => publicId === designId)
  const version = design?.versions.find(({ publicId }) => publicId === versionId)
  const original = version && (await findRendition(version.image, 'original'))
  if (!original) throw new AppError('design_not_found')
  const { contentType, length } = original
  const pieces = slicesOf(original)
  return { contentType, length, pieces, fileName: `${fileNameOf(project.name)}.${extensionOf(contentType)}` }
}
