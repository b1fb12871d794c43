import * as designsApi from '@pinmark/shared/api/designs'
import { foldWords } from '@pinmark/shared/comment-filter'
import type { DesignChange, Trash } from '@pinmark/shared/entities/design'
import type { DesignLine, FoundTexts } from '@pinmark/shared/entities/design-lines'
import type { PageList } from '@pinmark/shared/entities/pages'
import type { Design } from '@pinmark/shared/entities/project'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { textLimits } from '@pinmark/shared/text-limits'
import { yieldToEventLoop } from '../base/pace'
import { type Actor, waiterFor } from '../core/actor'
import { changeProject } from '../core/change-project'
import { trashEnd } from '../core/permit'
import { requireProject } from '../core/refusal'
import type { ImageKeys } from '../images/image-keys'
import { findImagesWith, findLines } from '../images/image-lines.record'
import { listPages } from '../images/renditions/render'
import { sniffImage } from '../images/renditions/sniff'
import { presentDesign, presentTrash } from '../projects/project.presenter'
import type { ProjectRecord } from '../projects/project.record'
import {
  type DesignAddress,
  designOf,
  newestOf,
  requestPlacing,
  setDesigns,
  type VersionAddress,
  versionOf,
  withDesign,
} from './project-designs'

/** Renames a design, moves it among the others, or both.
 *  @throws AppError what `refusal` says, design_not_found */
export async function changeDesign(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  { title, position }: DesignChange,
  imageKeys: ImageKeys,
): Promise<Design> {
  const { action } = designsApi.changeDesign
  const project = await changeProject(actor, projectId, action, (unit) => {
    const { title: former } = designOf(unit.project, designId)
    const renamed = withDesign(unit.project, designId, () => ({ title: title ?? former }))
    const design = designOf({ designs: renamed }, designId)
    const others = renamed.filter((one) => one !== design)
    // A position beyond the last one means the last.
    const designs = position === undefined ? renamed : others.toSpliced(position - 1, 0, design)
    return setDesigns(unit, { designs })
  })
  return present(actor, project, designId, imageKeys)
}

/** Moves a design to the trash, with its versions and their comments.
 *  @throws AppError what `refusal` says, design_not_found, last_design */
export function removeDesign(actor: Actor, { projectId, designId }: DesignAddress): Promise<Deleted> {
  return changeProject(actor, projectId, designsApi.deleteDesign.action, (unit) => {
    const { designs, trash } = unit.project
    const design = designOf(unit.project, designId)
    if (designs.length === 1) throw new AppError('last_design')
    const deletedAt = new Date()
    const entry = { ...design, deletedAt, at: designs.indexOf(design) }
    setDesigns(unit, { designs: designs.filter((one) => one !== design), trash: [...trash, entry] })
    return { _id: designId, deletedAt: deletedAt.toISOString() }
  })
}

/** Takes a design out of the trash, at its former place. A repeated request gets the same answer and changes nothing.
 *  @throws AppError what `refusal` says, design_not_found, design_limit_reached */
export async function bringDesignBack(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  imageKeys: ImageKeys,
): Promise<Design> {
  const { action } = designsApi.restoreDesign
  const project = await changeProject(actor, projectId, action, (unit) => {
    const { designs, trash } = unit.project
    const entry = trash.find(
      ({ publicId, at, deletedAt }) => publicId === designId && at !== null && deletedAt > trashEnd(),
    )
    if (!entry) {
      designOf(unit.project, designId)
      return unit.project
    }
    const { designsPerProject: limit } = limits
    if (designs.length >= limit) throw new AppError('design_limit_reached', { params: { limit } })
    const { at, deletedAt: _, ...design } = entry
    requestPlacing(unit, { design: designId, version: newestOf(design).publicId })
    return setDesigns(unit, {
      designs: designs.toSpliced(at ?? designs.length, 0, design),
      trash: trash.filter((one) => one !== entry),
    })
  })
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

/** The text in a version.
 *  @throws AppError what `refusal` says, design_not_found */
export async function listLinesOf(actor: Actor, address: VersionAddress): Promise<DesignLine[]> {
  const project = await requireProject(actor, address.projectId, designsApi.listLines.action)
  const { image } = versionOf(project, address)
  return (await findLines([image])).get(image) ?? []
}

/** Designs whose lines are read together: as many as usually fill the answer. */
const readAtOnce = 8

/** The lines with these words on the newest version of each design, up to a limit.
 *  @throws AppError what `refusal` says */
export async function findTextsIn(actor: Actor, projectId: string, search: string): Promise<FoundTexts> {
  const project = await requireProject(actor, projectId, designsApi.findTexts.action)
  const words = foldWords(search)
  if (words === '') return []
  const newest = new Map(project.designs.map((design) => [newestOf(design).image, design]))
  const matching = new Set(await findImagesWith([...newest.keys()], words))
  const designs = [...newest].filter(([image]) => matching.has(image))
  const found: FoundTexts = []
  while (designs.length > 0 && found.length < textLimits.found) {
    const some = designs.splice(0, readAtOnce)
    const lines = await findLines(some.map(([image]) => image))
    for (const [image, design] of some) {
      // Thousands of lines take a while.
      await yieldToEventLoop()
      for (const { text, box } of lines.get(image) ?? [])
        if (foldWords(text).includes(words))
          found.push({ design: design.publicId, version: newestOf(design).publicId, text, box })
    }
  }
  return found.slice(0, textLimits.found)
}
