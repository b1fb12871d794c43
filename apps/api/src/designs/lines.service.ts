import * as designsApi from '@pinmark/shared/api/designs'
import { foldWords } from '@pinmark/shared/comment-filter'
import type { DesignLine, FoundTexts } from '@pinmark/shared/entities/design-lines'
import { textLimits } from '@pinmark/shared/text-limits'
import { yieldToEventLoop } from '../base/pace'
import type { Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { findImagesWith, findLines } from '../images/image-lines.record'
import { type VersionAddress, versionOf } from './designs.record'
import { newestOf } from './placing.record'

/** The text in a version.
 *  @throws AppError what `refusal` says, design_not_found */
export async function listLinesOf(
  actor: Actor,
  { projectId, designId, versionId }: VersionAddress,
): Promise<DesignLine[]> {
  const project = await requireProject(actor, projectId, designsApi.listLines.action)
  const { image } = versionOf(project, designId, versionId)
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
