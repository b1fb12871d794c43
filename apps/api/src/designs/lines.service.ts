import * as designsApi from '@pinmark/shared/api/designs'
import { foldWords } from '@pinmark/shared/comment-filter'
import type { DesignLine, FoundTexts } from '@pinmark/shared/entities/design-lines'
import { textLimits } from '@pinmark/shared/text-limits'
import type { Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { findImagesWith, findLines } from '../images/image-lines.record'
import { type DesignAddress, versionOf } from './designs.record'
import { newestOf } from './placing.record'

/** The text in a version.
 *  @throws AppError what `refusal` says, design_not_found */
export async function listLinesOf(
  actor: Actor,
  { projectId, designId, versionId }: DesignAddress & { versionId: string },
): Promise<DesignLine[]> {
  const project = await requireProject(actor, projectId, designsApi.listLines.action)
  const { image } = versionOf(project, designId, versionId)
  return (await findLines([image])).get(image) ?? []
}

/** The lines with these words on the newest version of each design, up to a limit.
 *  @throws AppError what `refusal` says */
export async function findTextsIn(actor: Actor, projectId: string, search: string): Promise<FoundTexts> {
  const project = await requireProject(actor, projectId, designsApi.findTexts.action)
  const words = foldWords(search)
  if (words === '') return []
  const newest = new Map(project.designs.map((design) => [newestOf(design).image, design]))
  const images = new Set(await findImagesWith([...newest.keys()], words))
  const found: FoundTexts = []
  for (const [image, design] of newest) {
    if (!images.has(image)) continue
    const lines = (await findLines([image])).get(image) ?? []
    for (const { text, box } of lines) {
      if (found.length === textLimits.found) return found
      if (foldWords(text).includes(words))
        found.push({ design: design.publicId, version: newestOf(design).publicId, text, box })
    }
  }
  return found
}
