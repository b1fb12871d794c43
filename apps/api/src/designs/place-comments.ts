import { followText } from '@pinmark/follow/by-text'
import { scalePlace } from '@pinmark/shared/coordinates'
import { lineOfAccount } from '../base/fair-slots'
import { changeProjectByItself } from '../core/change-project'
import { ThreadModel, type PlaceRecord } from '../comments/comment.record'
import { viewReader } from '../images/image.record'
import { findLines } from '../images/image-lines.record'
import type { Outcome, Work } from '../core/run-tasks'
import type { TaskRecord } from '../core/task.record'
import { addPlace, findProjectById, findUnplaced, storePlacingState } from './placing.record'
import type { DesignRecord, ProjectRecord, VersionRecord } from '../projects/project.record'
import { followPlaces } from '../images/renditions/render'

/** Maximum number of places in one task of the image worker. */
const placesAtATime = 200
/** A task that takes longer continues after those of others. */
const turnMs = 10_000
/** After this many failures the comments get a guessed place, and the version is marked. */
const maxTries = 2

type Unplaced = Awaited<ReturnType<typeof findUnplaced>>[number]

interface Spot {
  /** The version that the spot is on. */
  version: string
  x: number
  y: number
  w?: number | undefined
  h?: number | undefined
  /** Set if the owner kept the comment for the whole design. */
  kind?: PlaceRecord['kind']
}

export const placing: Work = { kind: 'place', slots: 1, slotsOfAccount: 1, run: placeComments }

/** Gives every open comment of older versions its place on a version. It can run twice, also in two processes,
 *  because a comment keeps the place that it has. */
export async function placeComments({ project: _id, ...task }: TaskRecord): Promise<Outcome> {
  const project = _id && (await findProjectById(_id))
  const design = project?.designs.find(({ publicId }) => publicId === task.design)
  const version = design?.versions.find(({ publicId }) => publicId === task.version)
  // A restored design or version requests its task again.
  if (!project || !design || !version) return 'done'
  const hasFailed = task.tries > maxTries
  if (!(await placeAll(project, design, version, hasFailed))) return 'continue'
  // A guessed place stays, even if the task is requested again.
  const state = hasFailed || version.placing === 'failed' ? 'failed' : 'done'
  if (version.placing !== state && version.placing !== undefined) {
    await storePlacingState(project._id, version.publicId, state)
  }
  return 'done'
}

/** @returns false when its turn ended before all were placed */
async function placeAll(
  project: ProjectRecord,
  design: DesignRecord,
  version: VersionRecord,
  isGuess: boolean,
): Promise<boolean> {
  const end = performance.now() + turnMs
  const older = design.versions.filter(({ number }) => number < version.number)
  const unplaced = await findUnplaced(project._id, design.publicId, {
    older: older.map(({ publicId }) => publicId),
    version: version.publicId,
  })
  const byBase = new Map<string, Unplaced[]>()
  const ofWholeDesign: Unplaced[] = []
  for (const thread of unplaced) {
    const { version: base, kind } = spotToFollow(thread, older)
    if (kind === 'design') ofWholeDesign.push(thread)
    else byBase.set(base, [...(byBase.get(base) ?? []), thread])
  }
  const wholeDesign = { version: version.publicId, x: 0, y: 0, state: 'placed', kind: 'design' } as const
  await store(
    project,
    ofWholeDesign,
    ofWholeDesign.map(() => wholeDesign),
  )
  for (const [baseId, threads] of byBase) {
    const base = older.find(({ publicId }) => publicId === baseId)
    if (!base) throw new Error('the version of a comment does not exist')
    for (let at = 0; at < threads.length; at += placesAtATime) {
      const part = threads.slice(at, at + placesAtATime)
      const spots = part.map((thread) => spotToFollow(thread, older))
      const places = isGuess ? guess(spots, base, version) : await follow(spots, { project, base, version })
      await store(project, part, places)
      if (performance.now() > end) return false
    }
  }
  return true
}

/** The last certain place of a comment: on its own version, or on a later one where it was found or put by
 *  hand. */
function spotToFollow({ version, x, y, w, h, places = [] }: Unplaced, older: VersionRecord[]): Spot {
  const known = places.filter(
    ({ version: on, state }) =>
      (state === 'followed' || state === 'placed') && older.some(({ publicId }) => publicId === on),
  )
  const numberOf = (on: string) => older.find(({ publicId }) => publicId === on)?.number ?? 0
  const [last] = known.toSorted((one, other) => numberOf(other.version) - numberOf(one.version))
  return last ?? { version, x, y, ...(w !== null && h !== null && { w, h }) }
}

interface Versions {
  project: ProjectRecord
  base: VersionRecord
  version: VersionRecord
}

async function follow(spots: readonly Spot[], { project, base, version }: Versions): Promise<PlaceRecord[]> {
  // In the queue of the project's owner, together with uploads.
  const waiter = { account: lineOfAccount(project.owner), network: 'placing' }
  const places = spots.map(({ x, y, w, h }) => ({ x, y, w, h }))
  const [found, lines] = await Promise.all([
    followPlaces(viewReader(base.image), viewReader(version.image), places, waiter),
    findLines([base.image, version.image]),
  ])
  const linesOf = ({ image, width, height }: VersionRecord) => ({
    ...{ width, height },
    lines: lines.get(image) ?? [],
  })
  const followed = followText(places, found, { before: linesOf(base), after: linesOf(version) })
  return followed.map(({ x, y, w, h, state }) => inside({ x, y, w, h, state }, version))
}

/** The place that the page shows too while comments are being placed. */
function guess(spots: readonly Spot[], base: VersionRecord, version: VersionRecord): PlaceRecord[] {
  return spots.map((spot) => ({
    ...{ version: version.publicId, state: 'check' },
    ...scalePlace(spot, base, version),
  }))
}

/** The worker's answer is checked like all data from outside, so that no place is off its image. */
function inside(
  { x, y, w, h, state }: Omit<PlaceRecord, 'version'>,
  { publicId, width, height }: VersionRecord,
): PlaceRecord {
  const between = (value: number, max: number) => Math.round(Math.min(Math.max(value, 0), max) * 100) / 100
  const [left, top] = [between(x, width), between(y, height)]
  return {
    ...{ version: publicId, x: left, y: top, state },
    ...(w !== undefined && h !== undefined && { w: between(w, width - left), h: between(h, height - top) }),
  }
}

async function store(
  project: Pick<ProjectRecord, '_id'>,
  threads: readonly Unplaced[],
  places: readonly PlaceRecord[],
): Promise<void> {
  if (threads.length === 0) return
  await changeProjectByItself(project, (unit) => {
    for (const [index, { _id }] of threads.entries()) {
      const place = places[index]
      if (!place) throw new Error('a comment got no place')
      unit.write(ThreadModel, addPlace(_id, place, unit.seq))
    }
  })
}
