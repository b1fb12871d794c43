import * as projectsApi from '@pinmark/shared/api/projects'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { requireProject, requireStill } from '../core/refusal'
import { checkedEvery } from '../base/pieces'
import { findRendition, slicesOf } from '../images/image.record'
import { extensionOf, fileNameOf, ownFileNameOf } from './file-name'
import { type VersionAddress, versionOf } from '../designs/project-designs'

/** A download is sent for this long without another check of the access. */
const checkEveryMs = 1_000

interface Original {
  contentType: string
  length: number
  pieces: AsyncIterable<Buffer>
  fileName: string
}

/** The uploaded bytes, or the PNG of a page of a PDF, for the owner alone.
 *  @throws AppError project_not_found, not_allowed, session_ended, design_not_found */
export async function loadOriginal(actor: Actor, address: VersionAddress): Promise<Original> {
  const { action } = projectsApi.loadOriginal
  const { projectId } = address
  const project = await requireProject(actor, projectId, action, { name: 1, designs: 1 })
  const version = versionOf(project, address)
  const original = await findRendition(version.image, 'original')
  if (!original) throw new AppError('design_not_found')
  const { contentType, length } = original
  // A slow reader gets nothing more, soon after their access ended.
  const pieces = checkedEvery(checkEveryMs, slicesOf(original), () => requireStill(actor, projectId, action))
  const fileName = version.fileName
    ? ownFileNameOf(version.fileName, contentType)
    : `${fileNameOf(project.name)}.${extensionOf(contentType)}`
  return { contentType, length, pieces, fileName }
}
