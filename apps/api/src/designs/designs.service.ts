import * as designsApi from '@pinmark/shared/api/designs'
import type { DesignChange, Trash } from '@pinmark/shared/entities/design'
import type { PageList } from '@pinmark/shared/entities/pages'
import type { Design } from '@pinmark/shared/entities/project'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { type Actor, waiterFor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { permit, trashEnd } from '../core/permit'
import { requireProject } from '../core/refusal'
import { tryAgain } from '../base/failures'
import {
  changeDesign as storeDesignChange,
  deleteDesign,
  type DesignAddress,
  designOf,
  restoreDesign,
} from './designs.record'
import type { ProjectRecord } from '../projects/project.record'
import { listPages } from '../images/renditions/render'
import { sniffImage } from '../images/renditions/sniff'
import { presentDesign, presentTrash } from '../projects/project.presenter'
import { changeNewest } from './placing.record'

/** Renames a design, moves it among the others, or both.
 *  @throws AppError what `refusal` says, design_not_found */
export async function changeDesign(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  change: DesignChange,
  imageKeys: ImageKeys,
): Promise<Design> {
  const { action } = designsApi.changeDesign
  const changed = await storeDesignChange(permit(actor, projectId, action), designId, change)
  if (changed) return present(actor, changed, designId, imageKeys)
  designOf(await requireProject(actor, projectId, action), designId)
  // The design was restored in between.
  throw tryAgain()
}

/** Moves a design to the trash, with its versions and their comments.
 *  @throws AppError what `refusal` says, design_not_found, last_design */
export async function removeDesign(actor: Actor, { projectId, designId }: DesignAddress): Promise<Deleted> {
  const { action } = designsApi.deleteDesign
  const deletedAt = new Date()
  const changed = await deleteDesign(permit(actor, projectId, action), designId, deletedAt)
  const deleted = { _id: designId, deletedAt: deletedAt.toISOString() }
  if (changed) return deleted
  const project = await requireProject(actor, projectId, action)
  designOf(project, designId)
  // A design was restored in between.
  if (project.designs.length > 1) throw tryAgain()
  throw new AppError('last_design')
}

/** Takes a design out of the trash. A repeated request gets the same answer and changes nothing.
 *  @throws AppError what `refusal` says, design_not_found, design_limit_reached */
export async function bringDesignBack(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  imageKeys: ImageKeys,
): Promise<Design> {
  const { action } = designsApi.restoreDesign
  const restored = await changeNewest(designId, (session) =>
    restoreDesign(permit(actor, projectId, action), designId, trashEnd(), session),
  )
  if (restored) return present(actor, restored, designId, imageKeys)
  const project = await requireProject(actor, projectId, action)
  const isInTrash = project.trash.some(
    ({ publicId, at, deletedAt }) => publicId === designId && at !== null && deletedAt > trashEnd(),
  )
  const { designsPerProject: limit } = limits
  if (isInTrash && project.designs.length >= limit)
    throw new AppError('design_limit_reached', { params: { limit } })
  // A design was deleted in between.
  if (isInTrash) throw tryAgain()
  return present(actor, project, designId, imageKeys)
}

/** The designs and versions that can be restored, last deleted first.
 *  @throws AppError what `refusal` says */
export async function listTrash(actor: Actor, projectId: string, imageKeys: ImageKeys): Promise<Trash> {
  const project = await requireProject(actor, projectId, designsApi.listTrash.action)
  const restorable = project.trash.filter(({ deletedAt }) => deletedAt > trashEnd())
  return presentTrash(restorable.toReversed(), imageKeys.for(actor, project))
}

function present(actor: Actor, project: ProjectRecord, designId: string, imageKeys: ImageKeys): Design {
  return presentDesign(designOf(project, designId), imageKeys.for(actor, project))
}

/** Lists the pages of a PDF, so that some can be chosen before it is sent to a project. Nothing is stored.
 *  @throws AppError pdf_expected, and what `listPages` says */
export function listPagesOf(actor: Actor, pdf: Buffer): Promise<PageList> {
  if (sniffImage(pdf) !== 'pdf') throw new AppError('pdf_expected')
  return listPages(pdf, waiterFor(actor), { hasPictures: true })
}
