import { inReadingOrder } from '@pinmark/follow/change'
import type { MeasuredDifference } from '@pinmark/follow/differences'
import * as designsApi from '@pinmark/shared/api/designs'
import { changeOfWords } from '@pinmark/shared/design-text'
import type {
  BuildDifferences,
  ChangeOfDesign,
  Comparison,
  ComparisonQuery,
  Difference,
  RunOfRows,
} from '@pinmark/shared/entities/comparison'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { AppError } from '@pinmark/shared/errors'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import type { Waiter } from '../base/fair-slots'
import { waiterFor, type Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { viewReader } from '../images/image.record'
import { findLines } from '../images/image-lines.record'
import { listChanges, measureDifferences } from '../images/renditions/render'
import type { Stored } from '../images/renditions/renderer'
import type { DesignRecord, VersionRecord } from '../projects/project.record'
import { findComparison, storeComparison, type Found, type Pair } from './comparison.record'
import { type DesignAddress, designOf, type VersionAddress, versionOf } from './project-designs'

type FoundChanges = Found<ChangeOfDesign>

const compareVersions = comparer<ChangeOfDesign>()
const compareBuild = comparer<Difference>()

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
  if (!version) throw new AppError('design_not_found', { text: `Version ${wanted} does not exist.` })
  return version
}

/** Where the build of a version differs from it. The first request waits for the comparison.
 *  @throws AppError what `refusal` says, design_not_found, build_not_found, images_busy, image_took_too_long */
export async function listDifferencesOf(
  actor: Actor,
  address: VersionAddress,
  room: DiskRoom,
): Promise<BuildDifferences> {
  const project = await requireProject(actor, address.projectId, designsApi.listDifferences.action)
  const { publicId, image, build } = versionOf(project, address)
  if (!build) throw new AppError('build_not_found')
  const pair = { project: project._id, from: publicId, to: build.publicId }
  const compare = async () => {
    const lines = await findLines([image, build.image])
    return differencesOf(viewReader(image), viewReader(build.image), {
      waiter: waiterFor(actor),
      lines: { design: lines.get(image) ?? [], build: lines.get(build.image) ?? [] },
    })
  }
  const { changes, runs } = await compareBuild(pair, compare, room)
  return { differences: changes, runs }
}

interface DifferenceOptions {
  waiter: Waiter
  /** The lines of text in both pictures, in their pixels; empty if they are unknown. */
  lines: { design: readonly DesignLine[]; build: readonly DesignLine[] }
}

/** Measures a build against its design: what was added, removed, moved or changed, from top to bottom, and the rows that both
 *  have. What is only pushed up or down by something above it is not listed.
 *  @param design, build stored images, in any scale
 *  @returns areas in pixels of each picture, measures in CSS pixels of the design
 *  @throws AppError as `Renderer.render` */
export async function differencesOf(
  design: Stored,
  build: Stored,
  { waiter, lines }: DifferenceOptions,
): Promise<Found<Difference>> {
  const { differences, runs } = await measureDifferences(design, build, waiter)
  const nowhere = { x: 0, y: 0, w: 0, h: 0 }
  const wordsOf = ({ before, after }: MeasuredDifference) =>
    changeOfWords(
      { area: before ?? nowhere, lines: lines.design },
      { area: after ?? nowhere, lines: lines.build },
    )
  return {
    changes: differences.map((difference) => ({ ...difference, words: wordsOf(difference) })),
    runs,
  }
}

/** A comparison that took too long is not tried again for this time, because other visitors need the workers. */
const tooLongMs = 10 * 60_000

/** Returns a function that compares each pair once: a known pair is read from the database, and concurrent requests share
 *  one comparison. It throws what `compare` throws. */
function comparer<Change extends ChangeOfDesign>() {
  /** Comparisons of this process by pair: those in progress, and those that took too long, for `tooLongMs`. Each of the
   *  latter has occupied an image worker for seconds, which bounds their number. */
  const comparisons = new Map<string, Promise<Found<Change>>>()

  return async (
    pair: Pair,
    compare: () => Promise<Found<Change>>,
    room: DiskRoom,
  ): Promise<Found<Change>> => {
    const known = await findComparison<Change>(pair)
    if (known) return known
    const key = `${pair.from} ${pair.to}`
    const comparison = comparisons.get(key) ?? start(key, pair, compare, room)
    comparisons.set(key, comparison)
    return comparison
  }

  async function start(
    key: string,
    pair: Pair,
    compare: () => Promise<Found<Change>>,
    room: DiskRoom,
  ): Promise<Found<Change>> {
    let keptMs = 0
    try {
      const found = await compare()
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
}
