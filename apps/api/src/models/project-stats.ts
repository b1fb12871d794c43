/** Counts that are exact after any crash, without a transaction.
 *
 *  A change to a project's comments is two writes, and the project counts both: `seq` is increased by the
 *  first write (`beginChange`), `stats.seq` after the second one, when the comments are counted
 *  (`completeChange`). While the two are equal, no change is under way and `stats` is exact. While they
 *  differ, each reader counts the comments. After a crash in between they stay different, and the first
 *  reader after a minute corrects them. */
import type { PipelineStage, QueryFilter, Types, UpdateQuery } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { ThreadModel, wordsOf, type ThreadRecord } from './comment'
import { isAbove, isBelow, isNoneOf, isNot, isOneOf } from './filter-operators'
import type { Permit } from './permitted-project'
import { hiddenVersions } from './hidden-versions'
import { ProjectModel, type ProjectRecord, type StatsRecord, type VersionList } from './project'
import { findVisit, readUntil, type VisitRecord } from './visit'
import { accountKey } from './visitor-key'

type Counts = Omit<StatsRecord, 'seq'>
/** Which comments are visible, and where. */
type Contents = { designs: VersionList } & Pick<ProjectRecord, 'trash'>
/** A project to count. Missing fields are read. */
type Countable = Pick<ProjectRecord, '_id' | 'owner'> & Partial<Contents>
type Counted = Countable & Pick<ProjectRecord, 'seq' | 'seqAt' | 'stats'>

/** The first write does not wait for the journal. The second write does, and a replica set acknowledges it
 *  only after all writes before it. If a failover loses the first write, the unique index on numbers detects
 *  it. Waiting twice would make a single writer's comment 50 % slower. */
const inMemory = { w: 1, journal: false } as const
/** Many changes to one project are counted together. */
const countDelayMs = 100
const retryDelayMs = 2_000
/** No change takes this long. One that began earlier has died with its process. */
const abandonedAfterMs = 60_000
/** No change has a number below zero. The next reader counts and stores the result, without waiting for
 *  changes. */
const forgotten = -1
/** Length of the quote: two lines on a card. */
const lastTextMaxCodePoints = 200

/** Finished changes that `stats.seq` does not include yet, by project. */
const ended = new Map<string, { projectId: Types.ObjectId; changes: number }>()
let timer: NodeJS.Timeout | undefined
let settling = Promise.resolve()

interface Beginning extends Pick<UpdateQuery<ProjectRecord>, '$inc' | '$set'> {
  /** Conditions in addition to the permit. */
  conditions?: QueryFilter<ProjectRecord>
  /** Number of changes; default: 1. */
  count?: number
}

/** Begins one or several changes to the comments of the project that `permit` finds, or to what its owner has
 *  read. Each change has to be completed.
 *  @returns the project after this write; null when nothing matched */
export function beginChange(
  permit: Permit<'comment' | 'edit' | 'deleteOwn' | 'resolveOwn' | 'view'>,
  { conditions, count = 1, $inc, $set }: Beginning = {},
): Promise<ProjectRecord | null> {
  const update = { $inc: { ...$inc, seq: count }, $set: { ...$set, seqAt: new Date() } }
  return ProjectModel.findOneAndUpdate({ ...conditions, ...permit }, update, {
    returnDocument: 'after',
    writeConcern: inMemory,
  }).lean<ProjectRecord>()
}

/** The same as stages of an update of one project by a pipeline. */
export const begunChange = { seq: { $add: ['$seq', 1] }, seqAt: '$$NOW' }

/** Begins a change without an actor: comments get their places on a new version. */
export async function beginPlacing({ _id }: Pick<ProjectRecord, '_id'>): Promise<void> {
  await ProjectModel.updateOne(
    { _id },
    { $inc: { seq: 1 }, $set: { seqAt: new Date() } },
    { writeConcern: inMemory },
  )
}

/** Whether a change that began before the project was read may still write. */
export function hasChangesUnderWay({ seq, stats }: Pick<Counted, 'seq' | 'stats'>): boolean {
  return stats.seq !== forgotten && stats.seq !== seq
}

/** Does the second write of a change, and counts the change as finished. A refusal finishes it too. After any
 *  other error it is unknown what was written, so the change stays open until a reader corrects the counts. */
export async function completeChange<T>(
  project: Pick<ProjectRecord, '_id'>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    const result = await write()
    countLater(project._id, 1, countDelayMs)
    return result
  } catch (error) {
    if (error instanceof AppError) countLater(project._id, 1, countDelayMs)
    throw error
  }
}

function countLater(projectId: Types.ObjectId, changes: number, delayMs: number): void {
  const key = projectId.toHexString()
  ended.set(key, { projectId, changes: (ended.get(key)?.changes ?? 0) + changes })
  timer ??= setTimeout(() => void settleStats(), delayMs).unref()
}

/** Counts finished changes at once, for an orderly stop. Resolves when the counts are stored. */
export function settleStats(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  settling = settling.then(storeEnded)
  return settling
}

async function storeEnded(): Promise<void> {
  const entries = [...ended.values()]
  ended.clear()
  const settled = await Promise.allSettled(entries.map(storeCounts))
  settled.forEach((outcome, index) => {
    const entry = entries[index]
    // The database is away. This does no harm, because readers see the difference and count.
    if (outcome.status === 'rejected' && entry) countLater(entry.projectId, entry.changes, retryDelayMs)
  })
}

/** Call this after comments were changed without `beginChange`. It discards the counts of these projects and
 *  the quotes with them, and gives their comments another state. */
export async function forgetStats(projectIds: readonly Types.ObjectId[]): Promise<void> {
  await ProjectModel.updateMany(
    { _id: isOneOf(projectIds), 'stats.seq': isNot(forgotten) },
    { $inc: { seq: 1 }, $set: { 'stats.seq': forgotten, 'stats.last': null } },
  )
}

/** Identifies the state of a project's comments; null while a change is under way. If two reads of the
 *  project give the same value, the comments read after them are the same. The time distinguishes two changes
 *  with the same number, which a failover can cause. */
export function commentsState({
  seq,
  seqAt,
  stats,
}: Pick<Counted, 'seq' | 'seqAt' | 'stats'>): string | null {
  return stats.seq === seq ? `${seq} ${seqAt.getTime()}` : null
}

/** The project's counts, exact at the time of reading. */
export async function currentStats(project: Counted): Promise<StatsRecord> {
  if (commentsState(project) !== null) return project.stats
  const counts = await countComments(project)
  if (project.seqAt.getTime() < Date.now() - abandonedAfterMs) {
    const { _id, seq, stats } = project
    await ProjectModel.updateOne({ _id, seq, 'stats.seq': stats.seq }, { stats: { ...counts, seq } })
  }
  return { ...counts, seq: project.seq }
}

/** The present counts of a project that was read earlier. */
export async function statsNow(project: Counted): Promise<StatsRecord> {
  const fields = { owner: 1, seq: 1, seqAt: 1, stats: 1, ...contentsFields }
  const found = await ProjectModel.findById(project._id, fields).lean()
  return currentStats(found ?? project)
}

/** Recounts the comments of a project for its limit. Only here do deleted comments free their room. Changes
 *  under way count, because a comment takes its room before it is stored.
 *  @returns the count, which is also stored unless a change begins meanwhile */
export async function recountSize(projectId: Types.ObjectId): Promise<number> {
  const { seq, underWay } = await findUnderWay(projectId)
  const size = underWay + (await ThreadModel.countDocuments({ project: projectId, deletedAt: null }))
  await ProjectModel.updateOne({ _id: projectId, seq }, { size })
  return size
}

/** An upper bound of the changes of a project that may still write. */
export async function countUnderWay(projectId: Types.ObjectId): Promise<number> {
  return (await findUnderWay(projectId)).underWay
}

async function findUnderWay(projectId: Types.ObjectId): Promise<{ seq: number; underWay: number }> {
  // Without this, finished changes of this process would count as under way until the next settling.
  await settleStats()
  const project = await ProjectModel.findById(projectId, { seq: 1, 'stats.seq': 1 }).lean()
  if (!project) return { seq: 0, underWay: 0 }
  const { seq, stats } = project
  // Discarded counts have a number below zero and include no changes under way.
  return { seq, underWay: stats.seq < 0 ? 0 : seq - stats.seq }
}

/** Stores a count only if no other process has stored one since this one began, so that an older count never
 *  replaces a newer one. */
async function storeCounts({
  projectId,
  changes,
}: {
  projectId: Types.ObjectId
  changes: number
}): Promise<void> {
  for (;;) {
    const fields = { owner: 1, seq: 1, 'stats.seq': 1, ...contentsFields }
    const before = await ProjectModel.findById(projectId, fields).lean()
    // Discarded counts do not say which changes have ended. A reader stores new ones.
    if (!before || before.stats.seq === forgotten) return
    const counts = await countComments(before)
    const seq = Math.min(before.stats.seq + changes, before.seq)
    const { matchedCount } = await ProjectModel.updateOne(
      { _id: projectId, 'stats.seq': before.stats.seq },
      { stats: { ...counts, seq } },
    )
    if (matchedCount === 1) return
  }
}

async function countComments({ _id: project, owner, designs, trash }: Countable): Promise<Counts> {
  const [visit, contents] = await Promise.all([
    findVisit(project, accountKey(owner)),
    designs && trash ? { designs, trash } : findContents(project),
  ])
  const hidden = hiddenVersions(contents)
  // Left out if nothing is hidden, so that counting reads no comment.
  const shown = hidden.length > 0 ? { project, version: isNoneOf(hidden) } : { project }
  const ofOthers = unreadRoot(visit)
  const onNewest = withoutLeftBehind(contents)
  const [counted, last] = await Promise.all([
    countEach({
      open: threads(shown, { state: 'open' }),
      resolved: threads(shown, { state: 'resolved' }),
      newOpen: threads(shown, { state: 'open', ...ofOthers }),
      newResolved: threads(shown, { state: 'resolved', ...ofOthers, ...onNewest }),
      answered: answeredThreads({ ...shown, ...onNewest }, visit),
    }),
    findLast(project, hidden),
  ])
  return {
    open: counted.open,
    total: counted.open + counted.resolved,
    new: counted.newOpen + counted.newResolved + counted.answered,
    last: last && {
      commenter: last.commenter,
      text: [...wordsOf(last)].slice(0, lastTextMaxCodePoints).join(''),
      createdAt: last.createdAt,
      byOwner: last.byOwner,
    },
  }
}

const contentsFields = {
  'designs.publicId': 1,
  'designs.versions.publicId': 1,
  'designs.versions.createdAt': 1,
  'trash.versions.publicId': 1,
}

async function findContents(project: Types.ObjectId): Promise<Contents> {
  const found = await ProjectModel.findById(project, contentsFields).lean()
  return found ?? { designs: [], trash: [] }
}

/** Comments that were resolved before the newest version of their design arrived are no longer on the project
 *  page, so they are not new. `showsOnNewest` is the same rule for pages. */
function withoutLeftBehind({ designs }: Contents): Pick<QueryFilter<ThreadRecord>, '$nor'> {
  const leftBehind = designs.flatMap(({ publicId, versions }) => {
    const newest = versions.at(-1)
    if (!newest || versions.length === 1) return []
    return [{ design: publicId, version: isNot(newest.publicId), 'resolved.at': isBelow(newest.createdAt) }]
  })
  return leftBehind.length > 0 ? { $nor: leftBehind } : {}
}

/** The latest message outside the trash. */
async function findLast(project: Types.ObjectId, hidden: readonly string[]) {
  const hiddenThreads =
    hidden.length === 0 ? [] : await ThreadModel.distinct('publicId', { project, version: isOneOf(hidden) })
  const isShown = hidden.length > 0 && { version: { $nin: hidden }, parent: { $nin: hiddenThreads } }
  return ThreadModel.collection.findOne<
    Pick<ThreadRecord, 'commenter' | 'text' | 'pictures' | 'createdAt' | 'byOwner'>
  >(
    { project, deletedAt: null, ...isShown },
    { sort: { storedAt: -1 }, projection: { commenter: 1, text: 1, pictures: 1, createdAt: 1, byOwner: 1 } },
  )
}

type Shown = QueryFilter<ThreadRecord> & { project: Types.ObjectId }

/** Finds threads by one range of an index. With thousands of them, counting keys costs far less than reading all. */
function threads(shown: Shown, filter: QueryFilter<ThreadRecord>): PipelineStage.Match[] {
  return [{ $match: { ...shown, ...filter } }]
}

/** Matches the threads of others that the owner has not read. */
function unreadRoot(visit: VisitRecord | null) {
  const read = Object.keys(visit?.read ?? {}).map(Number)
  const isAfter = isAbove(visit?.lastSeenNumber ?? 0)
  return { byOwner: false, number: read.length > 0 ? { ...isAfter, ...isNoneOf(read) } : isAfter }
}

/** Finds the threads that are new to the owner through a reply alone: someone else answered since the last visit, and
 *  the thread itself is the owner's own, was seen before, or is deleted. The project page has the same rule. */
function answeredThreads(shown: Shown, visit: VisitRecord | null): CountedStage[] {
  const { project } = shown
  const since = visit && { createdAt: isAbove(readUntil(visit)) }
  const isNewItself = { ...unreadRoot(visit), state: isNot<ThreadRecord['state']>('deleted') }
  const read = Object.entries(visit?.read ?? {})
  const isRead = read.map(([number, at]) => ({ _id: Number(number), newest: { $lte: at } }))
  return [
    { $match: { project, thread: isAbove(0), byOwner: false, deletedAt: null, ...since } },
    { $group: { _id: '$thread', newest: { $max: '$createdAt' } } },
    ...(isRead.length > 0 ? [{ $match: { $nor: isRead } }] : []),
    {
      $lookup: {
        from: ThreadModel.collection.name,
        localField: '_id',
        foreignField: 'number',
        pipeline: [
          { $match: { ...shown, $nor: [...(shown.$nor ?? []), isNewItself] } },
          { $project: { _id: 1 } },
        ],
        as: 'found',
      },
    },
    { $match: { found: { $ne: [] } } },
  ]
}

type CountedStage = PipelineStage.Match | PipelineStage.Group | PipelineStage.Lookup

/** Counts several pipelines in one command. @returns the counts by the names of the pipelines */
async function countEach<Name extends string>(
  pipelines: Record<Name, CountedStage[]>,
): Promise<Record<Name, number>> {
  const coll = ThreadModel.collection.name
  const counts = Object.entries<CountedStage[]>(pipelines).map(
    ([name, stages]): (CountedStage | PipelineStage.Count)[] => [...stages, { $count: name }],
  )
  const [first = [], ...others] = counts
  const parts = await ThreadModel.aggregate<Partial<Record<Name, number>>>([
    ...first,
    ...others.map((pipeline) => ({ $unionWith: { coll, pipeline } })),
  ])
  // A pipeline without results is missing in the answer.
  const none = Object.fromEntries(Object.keys(pipelines).map((name) => [name, 0]))
  return Object.assign(none, ...parts)
}
