import { inReadingOrder } from '@pinmark/follow/change'
import * as designsApi from '@pinmark/shared/api/designs'
import type {
  ChangeOfDesign,
  Comparison,
  ComparisonQuery,
  RunOfRows,
} from '@pinmark/shared/entities/comparison'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import type { Found } from './comparison.record'
import { comparer } from './compare-once'
import { viewReader } from '../images/image.record'
import type { DesignRecord, VersionRecord } from '../projects/project.record'
import type { DiskRoom } from '../base/disk-room'
import { listChanges } from '../images/renditions/render'
import { designOf, type DesignAddress } from './designs.record'

type FoundChanges = Found<ChangeOfDesign>

const compareVersions = comparer<ChangeOfDesign>()

/** The differences between two versions of a design, and the rows that both have. The first request waits for the comparison.
 *  @throws AppError what `refusal` says, design_not_found, images_busy, image_took_too_long */
export async function listChangesOf(
  actor: Actor,
  { projectId, designId }: DesignAddress,
  { from, to }: ComparisonQuery,
  room: DiskRoom,
): Promise<Comparison> {
  const project = await requireProject(actor, projectId, designsApi.listChanges.action)
  const design = designOf(project, designId)
  const after = to === undefined ? design.versions.at(-1) : versionNumbered(design, to)
  const before = from === undefined ? (design.versions.at(-2) ?? after) : versionNumbered(design, from)
  if (!before || !after) throw new AppError('design_not_found')
  const isBackwards = before.number > after.number
  const answer = (found: FoundChanges): Comparison => ({
    from: before.number,
    to: after.number,
    ...(isBackwards ? mirrored(found) : found),
  })
  if (before === after) return answer({ changes: [], runs: [wholeOf(before)] })
  const [older, newer] = isBackwards ? [after, before] : [before, after]
  const pair = { project: project._id, from: older.publicId, to: newer.publicId }
  const compare = () => listChanges(viewReader(older.image), viewReader(newer.image), waiterFor(actor))
  return answer(await compareVersions(pair, compare, room))
}

const mirroredKinds = { added: 'removed', removed: 'added', moved: 'moved', changed: 'changed' } as const

/** The same the other way round. */
function mirrored({ changes, runs }: FoundChanges): FoundChanges {
  return {
    changes: changes
      .map(({ kind, before, after }) => ({ kind: mirroredKinds[kind], before: after, after: before }))
      .sort(inReadingOrder),
    runs: runs.map(({ before, after }) => ({ before: after, after: before })),
  }
}

function wholeOf({ height }: VersionRecord): RunOfRows {
  const whole = { y: 0, h: height }
  return { before: whole, after: whole }
}

function versionNumbered({ versions }: DesignRecord, wanted: number): VersionRecord {
  const version = versions.find(({ number }) => number === wanted)
  if (!version) throw new AppError('design_not_found')
  return version
}
