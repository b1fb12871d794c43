/** Events in a project, derived from changes in the database. Their ids are derived from the change itself, so that a
 *  change that is read twice gives the same event. */
import type { Types } from 'mongoose'
import { isThread, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import type { RoundRecord, VersionRecord } from '../../models/project'
import {
  findChangedProjectsSince,
  findMessages,
  findMessagesSince,
  findVerdictsById,
  findVerdictsSince,
  type ChangedProject,
} from '../../models/outbox-reads'
import type { VerdictRecord } from '../../models/verdict'
import {
  operationTime,
  orderOf,
  secondsOf,
  type ChangeBatch,
  type DurableChange,
} from '../../platform/durable-changes'

interface Happened {
  id: string
  project: Types.ObjectId
  order: string
  at: Date
}

export type ProjectEvent = Happened &
  (
    | { kind: 'comment'; thread: ThreadRecord }
    | { kind: 'reply'; reply: ReplyRecord }
    | { kind: 'resolve'; thread: ThreadRecord }
    | { kind: 'verdict'; verdict: VerdictRecord }
    | { kind: 'version'; version: string }
    | { kind: 'round'; change: 'opened' | 'closed' | 'reopened'; number: number | null }
  )

/** Selects changes that may become an event, and their needed parts only, because a project may have half a
 *  megabyte. */
export const eventPipeline = [
  {
    $match: {
      $or: [
        { 'ns.coll': { $in: ['comments', 'verdicts'] }, operationType: 'insert' },
        {
          'ns.coll': 'comments',
          operationType: 'update',
          'updateDescription.updatedFields.state': 'resolved',
        },
        { 'ns.coll': 'verdicts', operationType: 'update' },
        {
          'ns.coll': 'projects',
          operationType: 'update',
          $expr: {
            $anyElementTrue: [
              {
                $map: {
                  input: { $objectToArray: '$updateDescription.updatedFields' },
                  as: 'field',
                  in: { $regexMatch: { input: '$$field.k', regex: '^(designs|round)(\\.|$)' } },
                },
              },
            ],
          },
        },
      ],
    },
  },
  {
    $project: {
      operationType: 1,
      'ns.coll': 1,
      clusterTime: 1,
      documentKey: 1,
      fullDocument: 1,
      'updateDescription.updatedFields': 1,
    },
  },
]

/** Something that happened longer ago than this when its record was written was not new: it was restored, or renamed with
 *  a deleted account. */
const newForMs = 5 * 60_000

/** The events of a batch, in their order. */
export async function eventsOf({ changes }: Pick<ChangeBatch, 'changes'>): Promise<ProjectEvent[]> {
  const updatedIn = (collection: string) =>
    changes
      .filter(({ ns, operationType }) => ns.coll === collection && operationType === 'update')
      .map(({ documentKey }) => documentKey._id)
  const threads = await findMessages(updatedIn('comments'))
  const verdicts = await findVerdictsById(updatedIn('verdicts'))
  return changes.flatMap((change): ProjectEvent[] => {
    const id = change.documentKey._id.toHexString()
    const { coll } = change.ns
    if (coll === 'projects') return projectEvents(change)
    const stored = change.fullDocument ?? (coll === 'comments' ? threads : verdicts).get(id)
    if (!stored) return []
    // A collection holds what its model says, as `lean` believes too.
    // oxlint-disable typescript/no-unsafe-type-assertion
    return coll === 'comments'
      ? messageEvents(stored as ThreadRecord | ReplyRecord, change)
      : verdictEvents(stored as VerdictRecord, change)
    // oxlint-enable typescript/no-unsafe-type-assertion
  })
}

/** What the documents show of the time since a moment, in seconds: new comments and replies, the present verdicts, new
 *  versions, and the latest opening and closing of each round. Their ids are those of the changes. */
export async function* eventsSince(seconds: number): AsyncGenerator<ProjectEvent, void> {
  const since = new Date(seconds * 1_000)
  for await (const message of findMessagesSince(seconds)) {
    yield newMessageEvent(message, orderOf(momentOf(message.storedAt)))
  }
  for await (const verdict of findVerdictsSince(since)) {
    yield* verdictEvents(verdict, { clusterTime: momentOf(verdict.at) })
  }
  for await (const project of findChangedProjectsSince(since)) yield* projectEventsSince(project, since)
}

const momentOf = (date: Date) => operationTime(Math.floor(date.getTime() / 1_000))

function isNew(at: Date, clusterTime: Occasion['clusterTime']): boolean {
  return at.getTime() > timeOf(clusterTime).getTime() - newForMs
}

/** The second of a change. */
function timeOf(clusterTime: Occasion['clusterTime']): Date {
  return new Date(secondsOf(clusterTime) * 1_000)
}

type Occasion = Pick<DurableChange, 'clusterTime' | 'operationType'>

function messageEvents(
  message: ThreadRecord | ReplyRecord,
  { clusterTime, operationType }: Occasion,
): ProjectEvent[] {
  const { project, storedAt } = message
  const order = orderOf(clusterTime)
  if (operationType === 'insert') return [newMessageEvent(message, order)]
  if (!isThread(message) || !message.resolved) return []
  const { at } = message.resolved
  if (!isNew(at, clusterTime)) return []
  const id = `resolve ${message._id.toHexString()} ${at.getTime()}`
  return [{ kind: 'resolve', id, project, order, at: at > storedAt ? at : storedAt, thread: message }]
}

/** The event of a stored comment or reply. Its id is made from the database id, because senders choose the public id and
 *  could repeat one that was already reported. */
function newMessageEvent(message: ThreadRecord | ReplyRecord, order: string): ProjectEvent {
  const { _id, project, storedAt: at } = message
  return isThread(message)
    ? { kind: 'comment', id: `comment ${_id.toHexString()}`, project, order, at, thread: message }
    : { kind: 'reply', id: `reply ${_id.toHexString()}`, project, order, at, reply: message }
}

function verdictEvents(
  verdict: VerdictRecord,
  { clusterTime }: Pick<Occasion, 'clusterTime'>,
): ProjectEvent[] {
  const { _id, project, at } = verdict
  if (verdict.verdict === null || !isNew(at, clusterTime)) return []
  const id = `verdict ${_id.toHexString()} ${at.getTime()}`
  return [{ kind: 'verdict', id, project, order: orderOf(clusterTime), at, verdict }]
}

function projectEvents({ documentKey, updateDescription, clusterTime }: DurableChange): ProjectEvent[] {
  const fields = updateDescription?.updatedFields ?? {}
  const at = timeOf(clusterTime)
  const common = { project: documentKey._id, order: orderOf(clusterTime), at }
  const added = versionsIn(
    Object.entries(fields)
      .filter(([name]) => name.startsWith('designs'))
      .map(([, value]) => value),
  )
  // A write of a design, such as the end of placing, holds its older versions too: each has the time of its own.
  const versions = added
    .filter((one) => isNew(one.createdAt, clusterTime))
    .map(({ publicId, createdAt }): ProjectEvent => {
      return { kind: 'version', id: `version ${publicId}`, version: publicId, ...common, at: createdAt }
    })
  return inThisOrder([...versions, ...roundEvents(fields, common)])
}

/** The first versions and the first round of a project arrive with it, and are no events. */
function projectEventsSince({ _id, createdAt, designs, round }: ChangedProject, since: Date): ProjectEvent[] {
  const isEvent = (at: Date) => at >= since && at > createdAt
  const common = (at: Date) => ({ project: _id, order: orderOf(momentOf(at)), at })
  const versions = designs
    .flatMap((design) => design.versions)
    .filter((version) => isEvent(version.createdAt))
    .map(({ publicId, createdAt: at }): ProjectEvent => {
      return { kind: 'version', id: `version ${publicId}`, version: publicId, ...common(at) }
    })
  const { number, openedAt, closedAt } = round
  const opened = isEvent(openedAt) ? roundEvents({ 'round.number': number }, common(openedAt)) : []
  const closed =
    closedAt && isEvent(closedAt) ? roundEvents({ 'round.closedAt': closedAt }, common(closedAt)) : []
  return inThisOrder([...versions, ...opened, ...closed])
}

/** Distinguishes events of the same moment. */
function inThisOrder(events: ProjectEvent[]): ProjectEvent[] {
  return events.map((event, at) => ({ ...event, order: `${event.order} ${String(at).padStart(2, '0')}` }))
}

/** Every version inside the written value, at any depth. */
function versionsIn(value: unknown): VersionRecord[] {
  if (Array.isArray(value)) return value.flatMap(versionsIn)
  if (!isRecord(value)) return []
  if ('image' in value && 'number' in value && 'createdAt' in value) {
    // Nothing else in a design has these three.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return [value as unknown as VersionRecord]
  }
  return Object.values(value).flatMap(versionsIn)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && value.constructor === Object
}

function roundEvents(
  fields: Record<string, unknown>,
  common: Pick<Happened, 'project' | 'order' | 'at'>,
): ProjectEvent[] {
  const whole = isRecord(fields['round']) ? fields['round'] : {}
  const written: Partial<RoundRecord> = {
    ...whole,
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith('round.') ? [[name.slice('round.'.length), value]] : [],
      ),
    ),
  }
  const { number = null } = written
  const event = (change: 'opened' | 'closed' | 'reopened', of: number | string): ProjectEvent[] => [
    { kind: 'round', id: `round ${common.project.toHexString()} ${change} ${of}`, change, number, ...common },
  ]
  if (number !== null) return event('opened', number)
  if (written.closedAt) return event('closed', written.closedAt.getTime())
  return 'closedAt' in written ? event('reopened', common.order) : []
}
