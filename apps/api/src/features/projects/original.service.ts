import * as projectsApi from '@pinmark/shared/api/projects'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { requireProject, requireStill } from '../../access/require-project'
import { findRendition, slicesOf } from '../../models/image'
import type { PacedBytes } from '../../models/image-files'
import { extensionOf, fileNameOf, ownFileNameOf } from '../../presenters/file-name'

interface Original {
  contentType: string
  length: number
  pieces: PacedBytes
  fileName: string
}

interface VersionAddress {
  projectId: string
  designId: string
  versionId: string
}

/** The uploaded bytes, or the PNG of a page of a PDF, for the owner alone.
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
  const pieces = whileAllowed(slicesOf(original), () => requireStill(actor, projectId, action))
  const fileName = version.fileName
    ? ownFileNameOf(version.fileName, contentType)
    : `${fileNameOf(project.name)}.${extensionOf(contentType)}`
  return { contentType, length, pieces, fileName }
}

/** A slow reader gets nothing more after their access ended. */
async function* whileAllowed(slices: PacedBytes, check: () => Promise<void>): PacedBytes {
  try {
    for (let slice = await slices.next(); !slice.done;) {
      const wasTakenAtOnce = yield slice.value
      if (!wasTakenAtOnce) await check()
      slice = await slices.next(wasTakenAtOnce)
    }
  } finally {
    await slices.return()
  }
}
