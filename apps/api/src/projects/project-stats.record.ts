/** The counts of a project's comments, stored with the number of the change that they include. Every change of its comments, of
 *  what the owner has read and of what the trash holds increases that number, in the same transaction. So stored counts of
 *  the present number are exact, and the first reader after a change counts again. */
import type { PipelineStage, QueryFilter, Types } from 'mongoose'
import { ThreadModel, wordsOf, type ThreadRecord } from '../comments/comment.record'
import type { Actor } from '../core/actor'
import { isDesigner, isOwner } from '../core/rights'
import { isAbove, isBelow, isNoneOf, isNot, isOneOf } from '../mongo/queries'
import { hiddenVersions } from './link-state'
import { ProjectModel, type ProjectRecord, type StatsRecord, type VersionList } from './project.record'
import { findVisit, readUntil, type VisitRecord, accountKey } from '../visits/visit.record'

type Counts = Omit<StatsRecord, 'seq'>
/** Which comments are visible, and where. */
type Contents = { designs: VersionList } & Pick<ProjectRecord, 'trash'>
/** A project to count. Missing fields are read. */
type Countable = Pick<ProjectRecord, '_id' | 'owner'> & Partial<Contents>
type Counted = Countable & Pick<ProjectRecord, 'seq' | 'stats'>

/** Length of the quote: two lines on a card. */
const lastTextMaxCodePoints = 200

/** The project's counts, exact at the time of reading. */
export async function currentStats(project: Counted): Promise<StatsRecord> {
  const { _id, seq, stats } = project
  if (stats.seq === seq) return stats
  const counted = { ...(await countComments(project)), seq }
  // A change in between makes the number larger, and its next reader counts.
  await ProjectModel.updateOne({ _id, seq }, { stats: counted })
  return counted
}

type ShownProject = Counted & Pick<ProjectRecord, 'members'>

/** The counts of a project as an actor may see them. What is new differs for each designer, and nothing is new to guests. */
export async function shownStats(actor: Actor, project: ShownProject): Promise<StatsRecord> {
  const stats = await currentStats(project)
  if (isOwner(actor, project)) return stats
  // Without messages nothing is new.
  const isMembers = actor.user !== null && isDesigner(actor, project) && stats.last !== null
  return { ...stats, new: isMembers ? await countNewTo(actor.user.id, project) : 0 }
}

/** The present counts of a project that was read earlier. */
export async function statsNow(project: Counted): Promise<StatsRecord> {
  const fields = { owner: 1, seq: 1, stats: 1, ...contentsFields }
  const found = await ProjectModel.findById(project._id, fields).lean()
  return currentStats(found ?? project)
}

/** The number of threads that are new to a member. Only the owner's number is stored. */
async function countNewTo(member: Types.ObjectId, project: Countable): Promise<number> {
  const { fresh } = await queriesFor(member, project)
  return sumOf(await countEach(fresh))
}

async function countComments(project: Countable): Promise<Counts> {
  const { shown, hidden, fresh } = await queriesFor(project.owner, project)
  const [{ open, resolved, ...counted }, last] = await Promise.all([
    countEach({
      open: threads(shown, { state: 'open' }),
      resolved: threads(shown, { state: 'resolved' }),
      ...fresh,
    }),
    findLast(project._id, hidden),
  ])
  return {
    open,
    total: open + resolved,
    new: sumOf(counted),
    last: last && {
      commenter: last.commenter,
      text: [...wordsOf(last)].slice(0, lastTextMaxCodePoints).join(''),
      createdAt: last.createdAt,
      byOwner: last.byOwner,
    },
  }
}

/** @returns the filter of what is visible, and pipelines that find what is new to the reader */
async function queriesFor(reader: Types.ObjectId, { _id: project, designs, trash }: Countable) {
  const [visit, contents] = await Promise.all([
    findVisit(project, accountKey(reader)),
    designs && trash ? { designs, trash } : findContents(project),
  ])
  const hidden = hiddenVersions(contents)
  // Left out if nothing is hidden, so that counting reads no comment.
  const shown = hidden.length > 0 ? { project, version: isNoneOf(hidden) } : { project }
  const ofOthers = unreadRoot(visit)
  const onNewest = withoutLeftBehind(contents)
  const fresh = {
    newOpen: threads(shown, { state: 'open', ...ofOthers }),
    newResolved: threads(shown, { state: 'resolved', ...ofOthers, ...onNewest }),
    answered: answeredThreads({ ...shown, ...onNewest }, visit),
  }
  return { shown, hidden, fresh }
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

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

/** Matches the threads of guests that their reader has not read. */
function unreadRoot(visit: VisitRecord | null) {
  const read = Object.keys(visit?.read ?? {}).map(Number)
  const isAfter = isAbove(visit?.lastSeenNumber ?? 0)
  return { byOwner: false, number: read.length > 0 ? { ...isAfter, ...isNoneOf(read) } : isAfter }
}

/** Finds the threads that are new to a designer through a reply alone: a guest answered since the last visit, and
 *  the thread itself is a designer's own, was seen before, or is deleted. The project page has the same rule. */
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
