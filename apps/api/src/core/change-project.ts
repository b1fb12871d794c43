/** The only way to change something inside a project: its comments, agreements, places and verdicts.
 *
 *  Changes of one project wait in one line. The next round takes all that wait and may be made together into one transaction.
 *  Its first write locks the project, with the permission in the filter. Then each change reads and decides, alone and in
 *  turn. At the end everything is written at once: all of it is stored, or nothing.
 *  docs/decisions/0069-one-change-is-one-transaction.md */
import type { mongo, QueryFilter } from 'mongoose'
import type { Action } from '@pinmark/shared/api/endpoint'
import { permitKey, type Actor } from './actor'
import { permit } from './permit'
import { refusal } from './refusal'
import { isDuplicate, type Write } from '../mongo/queries'
import { ProjectModel, type ProjectRecord } from '../projects/project.record'
import { inTransaction } from '../mongo/transaction'
import { connectedDatabase } from '../mongo/database'
import { Unit, type Counts } from './unit'

interface Options {
  /** What the change creates or changes, such as the id of a comment. Changes that name nothing in common share a transaction.
   *  Default: the change has one of its own. */
  touches?: readonly string[]
  /** What it always adds to the numbers of the project. */
  counts?: Counts
}

type Change<T> = (unit: Unit) => T | Promise<T>

interface Waiting {
  filter: QueryFilter<ProjectRecord>
  /** Only changes with the same filter share a transaction. */
  filterKey: string
  change: Change<unknown>
  options: Options
  /** Why the filter matched nothing. */
  refuse: () => Promise<Error>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** Largest number of changes in one transaction. */
const roundMaxSize = 50

/** The waiting changes of each project. A project has a line while a round of it runs. */
const lines = new Map<string, Waiting[]>()

/** Changes a project as `actor`.
 *  @param change may run several times, when the transaction is repeated. It throws to refuse, and nothing of it is stored.
 *  @returns what `change` returns, once it is stored
 *  @throws AppError those of `refusal` for the action, and what `change` throws; an error of a unique index */
export function changeProject<T>(
  actor: Actor,
  projectId: string,
  action: Action,
  change: Change<T>,
  options: Options = {},
): Promise<T> {
  return inLine(projectId, change, {
    filter: permit(actor, projectId, action),
    filterKey: `${action} ${permitKey(actor)}`,
    refuse: () => refusal(actor, projectId, action),
    options,
  })
}

/** Changes a project without an actor, if it still exists.
 *  @returns null when it does not */
export async function changeProjectByItself<T>(
  { _id }: Pick<ProjectRecord, '_id'>,
  change: Change<T>,
): Promise<T | null> {
  const gone = new Error('the project was removed')
  try {
    const refuse = () => Promise.resolve(gone)
    return await inLine(_id.toHexString(), change, { filter: { _id }, filterKey: '', refuse, options: {} })
  } catch (error) {
    if (error === gone) return null
    throw error
  }
}

function inLine<T>(
  id: string,
  change: Change<T>,
  rest: Omit<Waiting, 'change' | 'resolve' | 'reject'>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // The value comes from `change`, which returns a `T`.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const waiting = { ...rest, change, reject, resolve: resolve as (value: unknown) => void }
    const line = lines.get(id)
    if (line) line.push(waiting)
    else void runLine(id, [waiting])
  })
}

/** A change that arrives while nothing runs starts at once. */
async function runLine(id: string, line: Waiting[]): Promise<void> {
  lines.set(id, line)
  while (line.length > 0) await runRound(takeRound(line))
  lines.delete(id)
}

/** Takes the first change from the line, with those that may share its transaction. */
function takeRound(line: Waiting[]): Waiting[] {
  const [first, ...others] = line
  if (!first) return []
  const round = [first]
  const touched = new Set(first.options.touches)
  for (const waiting of first.options.touches ? others : []) {
    const { touches } = waiting.options
    const mayJoin =
      waiting.filterKey === first.filterKey && touches && !touches.some((one) => touched.has(one))
    if (!mayJoin || round.length === roundMaxSize) continue
    round.push(waiting)
    for (const one of touches) touched.add(one)
  }
  const taken = new Set(round)
  line.splice(0, line.length, ...line.filter((waiting) => !taken.has(waiting)))
  return round
}

async function runRound(round: readonly Waiting[]): Promise<void> {
  try {
    const settle = await inTransaction((session) => makeChanges(round, session))
    settle()
  } catch (error) {
    if (error instanceof NothingToStore) error.settle()
    // One of them repeats a request, or names what another has taken. Alone, only that one is refused.
    else if (isDuplicate(error) && round.length > 1) for (const waiting of round) await runRound([waiting])
    else for (const { reject } of round) reject(error)
  }
}

/** Every change of a round was refused. It ends the transaction. */
class NothingToStore extends Error {
  override readonly name = 'NothingToStore'

  constructor(readonly settle: () => void) {
    super('every change was refused')
  }
}

/** @returns a function that settles the changes, for the time when the transaction is committed */
async function makeChanges(round: readonly Waiting[], session: mongo.ClientSession): Promise<() => void> {
  const expected = round.map(({ options: { counts } }) => sum([{ seq: 1 }, counts ?? {}]))
  const all = sum(expected)
  const [first] = round
  if (!first) throw new Error('a round is empty')
  const locked = await ProjectModel.findOneAndUpdate(
    first.filter,
    { $inc: all },
    { session, returnDocument: 'after' },
  ).lean<ProjectRecord>()
  if (!locked) throw new NothingToStore(() => void refuseAll(round))

  const settlers: (() => void)[] = []
  const stored: Unit[] = []
  // What is counted so far, in relation to the locked project.
  let counted = minus(all)
  for (const [index, { change, resolve, reject }] of round.entries()) {
    const unit = new Unit({ ...locked, ...sum([locked, counted]) })
    try {
      const value = await change(unit)
      settlers.push(() => {
        unit.listeners.forEach((listener) => listener())
        resolve(value)
      })
      stored.push(unit)
      counted = sum([counted, expected[index] ?? {}, ...unit.counts])
    } catch (error) {
      settlers.push(() => reject(error))
    }
  }
  const settle = () => settlers.forEach((one) => one())
  if (stored.length === 0) throw new NothingToStore(settle)
  await store(locked, stored, counted, session)
  return settle
}

async function refuseAll(round: readonly Waiting[]): Promise<void> {
  for (const { refuse, reject } of round) await refuse().then(reject, reject)
}

/** @param counts what the numbers of the project still lack */
async function store(
  { _id, hasReplies }: ProjectRecord,
  units: readonly Unit[],
  counts: Counts,
  session: mongo.ClientSession,
): Promise<void> {
  const writes = new Map<string, Write[]>()
  for (const unit of units)
    for (const [name, operations] of unit.writes)
      writes.set(name, [...(writes.get(name) ?? []), ...operations])
  for (const [name, operations] of writes)
    await connectedDatabase().collection(name).bulkWrite(operations, { session })

  const $inc = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0))
  const hasFirstReply = !hasReplies && units.some((unit) => unit.hasReplies)
  const update = {
    ...(Object.keys($inc).length > 0 && { $inc }),
    ...(hasFirstReply && { $set: { hasReplies: true } }),
  }
  if (Object.keys(update).length > 0) await ProjectModel.updateOne({ _id }, update, { session })
}

function sum(all: readonly Counts[]): Counts {
  return byCounter((counter) => all.reduce((total, counts) => total + (counts[counter] ?? 0), 0))
}

const minus = (counts: Counts): Counts => byCounter((counter) => -(counts[counter] ?? 0))

function byCounter(value: (counter: keyof Counts) => number) {
  return { seq: value('seq'), nextNumber: value('nextNumber'), size: value('size') }
}
