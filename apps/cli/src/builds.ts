import { listDifferences, storeBuild } from '@pinmark/shared/api/designs'
import type { Difference } from '@pinmark/shared/entities/comparison'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { appendContent, designsOf } from './item-designs'
import { refusalOf, type Item } from './items'
import { print, Refusal, warn } from './output'
import { readProject, type Target } from './project'

/** What became of an item that is the build of an approved version. */
export type Built = { readonly file: string } & (
  | {
      readonly status: 'build stored' | 'unchanged'
      readonly design: string
      readonly title: string
      readonly version: number
      /** The address of the comparison. */
      readonly compare: string
      readonly differences?: readonly Difference[]
    }
  | { readonly status: 'not approved' | 'refused'; readonly error: string; readonly code?: string }
)

/** Stores items as the builds of the approved versions of their designs, one after the other. The same picture again changes
 *  nothing, so a run that was killed can be repeated. A refused item does not stop the others.
 *  @param options.compares reads the differences too
 *  @throws NetworkError, CodedError for a project that the token cannot open, Refusal if it does not see the verdicts */
export async function storeBuilds(
  target: Target,
  items: readonly Item[],
  { compares }: { compares: boolean },
): Promise<Built[]> {
  const project = await readProject(target)
  const reason = whyNotApproved(project)
  const designs = designsOf(items, project.designs)
  const built: Built[] = []
  for (const item of items) {
    const design = designs.get(item)
    const version = design?.versions.at(-1)
    if (!design || !version) {
      built.push({ file: item.label, status: 'not approved', error: 'There is no design with this name.' })
    } else if (reason !== null) built.push({ file: item.label, status: 'not approved', error: reason })
    else built.push(await storeOne(target, item, { design, version, compares }))
  }
  return built
}

/** Null if reviewers have approved what the present round shows: one says that it looks good, and none asks for changes. */
function whyNotApproved({ round: { number, verdicts } }: Project): string | null {
  if (verdicts === null) throw new Refusal('Only the owner and the members of the project see its verdicts.')
  if (verdicts.some(({ verdict }) => verdict === 'changes'))
    return `Not approved: a reviewer asks for changes in round ${number}.`
  return verdicts.length === 0 ? `Not approved: round ${number} has no verdict yet.` : null
}

async function storeOne(
  target: Target,
  item: Item,
  { design, version, compares }: { design: Design; version: Version; compares: boolean },
): Promise<Built> {
  const params = { projectId: target.projectId, designId: design._id, versionId: version._id }
  try {
    const form = new FormData()
    appendContent(form, await item.read(), item.fileName)
    const query = { pages: item.page }
    const stored = await target.client.call(storeBuild, { params, query, form })
    const found = compares ? await target.client.call(listDifferences, { params }) : null
    return {
      file: item.label,
      status: stored.build?._id === version.build?._id ? 'unchanged' : 'build stored',
      ...{ design: design._id, title: design.title, version: version.number },
      compare: `${target.addressOf()}?design=${design._id}&compare=${version.number}-build`,
      ...(found && { differences: found.differences }),
    }
  } catch (error) {
    return refusalOf(item, error)
  }
}

/** 3 if an item was refused, 2 if one is not approved or differs, else 0. */
export function exitCodeOf(built: readonly Built[]): 0 | 2 | 3 {
  if (built.some(({ status }) => status === 'refused')) return 3
  const isDifferent = (one: Built) => 'differences' in one && (one.differences ?? []).length > 0
  return built.some((one) => one.status === 'not approved' || isDifferent(one)) ? 2 : 0
}

/** Prints what became of an item, with its differences; an error as an error. */
export function tellBuilt(built: Built): void {
  if ('error' in built) return warn(`${built.file}: ${built.error}`)
  const { file, status, title, version, differences, compare } = built
  print(`${file}: ${status}, ${title}, version ${version}`)
  if (differences?.length === 0) print('  No difference.')
  for (const difference of differences ?? []) print(`  ${wordsOf(difference)}`)
  print(`  ${compare}`)
}

/** `In another place at 40, 120 (80 × 40 px): 12 px lower, 4 px wider` */
function wordsOf({ kind, before, after, shift, size, colour, words }: Difference): string {
  const area = before ?? after
  const place = area
    ? ` at ${Math.round(area.x)}, ${Math.round(area.y)} (${Math.round(area.w)} × ${Math.round(area.h)} px)`
    : ''
  const measures = [
    measure(shift?.y, 'lower', 'higher'),
    measure(shift?.x, 'further right', 'further left'),
    measure(size?.w, 'wider', 'narrower'),
    measure(size?.h, 'taller', 'shorter'),
    colour !== null && Math.round(colour) > 0 ? `colour off by ${Math.round(colour)}` : null,
    words && `"${words.before}" -> "${words.after}"`,
  ].filter((one) => one !== null)
  return `${names[kind]}${place}${measures.length > 0 ? `: ${measures.join(', ')}` : ''}`
}

const names = {
  added: 'Only in the build',
  removed: 'Missing in the build',
  moved: 'In another place',
  changed: 'Looks different',
}

function measure(distance: number | undefined, more: string, less: string): string | null {
  const px = Math.round(Math.abs(distance ?? 0))
  return px === 0 ? null : `${px} px ${(distance ?? 0) > 0 ? more : less}`
}
