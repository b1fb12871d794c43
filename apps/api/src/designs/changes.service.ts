import { inReadingOrder } from '@pinmark/follow/change'
import * as designsApi from '@pinmark/shared/api/designs'
import type { Comparison, ComparisonQuery, RunOfRows } from '@pinmark/shared/entities/comparison'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { findComparison, storeComparison, type Found, type Pair } from './comparison.record'
import { viewReader } from '../images/image.record'
import type { DesignRecord, VersionRecord } from '../projects/project.record'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import type { Waiter } from '../base/fair-slots'
import { listChanges } from '../images/renditions/render'
import { designOf, type DesignAddress } from './designs.record'

/** Comparisons of this process by pair, the older version first: those in progress, which concurrent requests share, and
 *  those that took too long, for `tooLongMs`. Each of the latter has occupied an image worker for seconds, which bounds
 *  their number. */
const comparisons = new Map<string, Promise<Found>>()
/** A comparison that took too long is not tried again for this time, because other visitors need the workers. */
const tooLongMs = 10 * 60_000

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
  const answer = (found: Found): Comparison => ({
    from: before.number,
    to: after.number,
    ...(isBackwards ? mirrored(found) : found),
  })
  if (before === after) return answer({ changes: [], runs: [wholeOf(before)] })
  const [older, newer] = isBackwards ? [after, before] : [before, after]
  const pair = { project: project._id, from: older.publicId, to: newer.publicId }
  const known = await findComparison(pair)
  if (known) return answer(known)

  const key = `${pair.from} ${pair.to}`
  const comparison =
    comparisons.get(key) ?? compare(pair, older, newer, { key, waiter: waiterFor(actor), room })
  comparisons.set(key, comparison)
  return answer(await comparison)
}

const mirroredKinds = { added: 'removed', removed: 'added', moved: 'moved', changed: 'changed' } as const

/** The same the other way round. */
function mirrored({ changes, runs }: Found): Found {
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

async function compare(
  pair: Pair,
  before: VersionRecord,
  after: VersionRecord,
  { key, waiter, room }: { key: string; waiter: Waiter; room: DiskRoom },
): Promise<Found> {
  let keptMs = 0
  try {
    const found = await listChanges(viewReader(before.image), viewReader(after.image), waiter)
    // A full disk does not refuse reads, so this read must not store anything then.
    if (hasRoom(room)) await storeComparison(pair, found)
    return found
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'image_took_too_long') throw error
    keptMs = tooLongMs
    throw new AppError(error.code, { cause: error, retryAfterSeconds: tooLongMs / 1_000 })
  } finally {
    setTimeout(() => comparisons.delete(key), keptMs).unref()
  }
}

function versionNumbered({ versions }: DesignRecord, wanted: number): VersionRecord {
  const version = versions.find(({ number }) => number === wanted)
  if (!version) throw new AppError('design_not_found')
  return version
}
