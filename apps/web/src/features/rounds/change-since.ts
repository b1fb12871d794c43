import type { Project } from '@pinmark/shared/entities/project'
import type { Verdict } from '@pinmark/shared/entities/round'

/** What was added to the round after a verdict was given, so that its author may not have seen it: `version
 *  4`, or the title of a design. Null if nothing was added. */
export function changeSince(
  { at }: Pick<Verdict, 'at'>,
  round: number,
  designs: Project['designs'],
): string | null {
  const later = designs.flatMap((design) =>
    design.versions
      .filter((version) => version.round === round && version.createdAt > at)
      .map((version) => ({ ...version, title: design.title })),
  )
  const [newest] = later.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  if (!newest) return null
  if (newest.number === 1) return newest.title
  return designs.length === 1 ? `version ${newest.number}` : `version ${newest.number} of ${newest.title}`
}
