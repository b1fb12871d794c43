/** The only way to change something inside a project: its designs, comments, agreements, places and verdicts.
 *
 *  Changes of one project wait in one queue. The next batch takes all that wait and may be made together into one transaction.
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
import { inTransaction, connectedDatabase } from '../mongo/database'
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
const batchMaxSize = 50

/** The waiting changes of each project. A project has a queue while a batch of it runs. */
const queues = new Map<string, Waiting[]>()

/** Changes a project as `actor`.
 *  @param change may run several times, when the transaction is repeated. It throws to refuse, and nothing of it is stored.
 *  When it changes nothing, the project stays as it is.
 *  @returns what `change` returns, once it is stored
 *  @throws AppError those of `refusal` for the action, and what `change` throws; an error of a unique index */
export function changeProject<T>(
  actor: Actor,
  projectId: string,
  action: Action,
  change: Change<T>,
  options: Options = {},
): Promise<T> {
  return enqueue(projectId, change, {
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
    return await enqueue(_id.toHexString(), change, { filter: { _id }, filterKey: '', refuse, options: {} })
  } catch (error) {
    if (error === gone) return null
    throw error
  }
}

function enqueue<T>(
  id: string,
  change: Change<T>,
  rest: Omit<Waiting, 'change' | 'resolve' | 'reject'>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // The value comes from `change`, which returns a `T`.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const waiting = { ...rest, change, reject, resolve: resolve as (value: unknown) => void }
    const queue = queues.get(id)
    if (queue) queue.push(waiting)
    else void runQueue(id, [waiting])
  })
}

/** A change that arrives while nothing runs starts at once. */
async function runQueue(id: string, queue: Waiting[]): Promise<void> {
  queues.set(id, queue)
  while (queue.length > 0) await runBatch(takeBatch(queue))
  queues.delete(id)
}

/** Takes the first change from the queue, with those that may share its transaction. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const [first, ...others] = queue
  if (!first) return []
  const batch = new Set([first])
  const touched = new Set(first.options.touches)
  for (const waiting of first.options.touches ? others : []) {
    const { touches } = waiting.options
    const mayJoin =
      waiting.filterKey === first.filterKey && touches && !touches.some((one) => touched.has(one))
    if (!mayJoin || batch.size === batchMaxSize) continue
    batch.add(waiting)
    for (const one of touches) touched.add(one)
  }
  queue.splice(0, queue.length, ...others.filter((waiting) => !batch.has(waiting)))
  return [...batch]
}

async function runBatch(batch: readonly Waiting[]): Promise<void> {
  try {
    const answer = await inTransaction((session) => makeChanges(batch, session))
    answer()
  } catch (error) {
    if (error instanceof NothingToStore) error.answer()
    // One of them repeats a request, or names what another has taken. Alone, only that one is refused.
    else if (isDuplicate(error) && batch.length > 1) for (const waiting of batch) await runBatch([waiting])
    else for (const { reject } of batch) reject(error)
  }
}

/** Every change of a batch was refused, or has nothing to write. It ends the transaction. */
class NothingToStore extends Error {
  override readonly name = 'NothingToStore'

  constructor(readonly answer: () => void) {
    super('there is nothing to store')
  }
}

/** @returns a function that answers the callers, for the time when the transaction is committed */
async function makeChanges(batch: readonly Waiting[], session: mongo.ClientSession): Promise<() => void> {
  const [first] = batch
  if (!first) throw new Error('a batch is empty')
  const usual = sum(batch.map(usualCounts))
  const locked = await ProjectModel.findOneAndUpdate(
    first.filter,
    { $inc: usual },
    { session, returnDocument: 'after' },
  ).lean<ProjectRecord>()
  if (!locked) throw new NothingToStore(() => void refuseAll(batch))

  const answers: (() => void)[] = []
  const stored: Unit[] = []
  let counted = sum([locked], [usual])
  for (const waiting of batch) {
    const unit = new Unit({ ...locked, ...counted })
    try {
      const value = await waiting.change(unit)
      answers.push(() => {
        unit.listeners.forEach((listener) => listener())
        waiting.resolve(value)
      })
      const isEmpty = unit.writes.size === 0 && unit.counts.length === 0 && !waiting.options.counts
      if (isEmpty) continue
      stored.push(unit)
      counted = sum([counted, usualCounts(waiting), ...unit.counts])
    } catch (error) {
      answers.push(() => waiting.reject(error))
    }
  }
  const answer = () => answers.forEach((one) => one())
  if (stored.length === 0) throw new NothingToStore(answer)
  await store(stored, session)
  const missing = Object.entries(sum([counted], [locked])).filter(([, count]) => count !== 0)
  if (missing.length > 0)
    await ProjectModel.updateOne({ _id: locked._id }, { $inc: Object.fromEntries(missing) }, { session })
  return answer
}

async function refuseAll(batch: readonly Waiting[]): Promise<void> {
  for (const { refuse, reject } of batch) await refuse().then(reject, reject)
}

async function store(units: readonly Unit[], session: mongo.ClientSession): Promise<void> {
  const writes = new Map<string, Write[]>()
  for (const unit of units)
    for (const [name, operations] of unit.writes)
      writes.set(name, [...(writes.get(name) ?? []), ...operations])
  for (const [name, operations] of writes)
    await connectedDatabase().collection(name).bulkWrite(operations, { session })
}

const usualCounts = ({ options: { counts } }: Waiting): Counts => ({ seq: 1, ...counts })

function sum(added: readonly Counts[], taken: readonly Counts[] = []): Required<Counts> {
  const total = (counter: keyof Counts) =>
    added.reduce((all, one) => all + (one[counter] ?? 0), 0) -
    taken.reduce((all, one) => all + (one[counter] ?? 0), 0)
  return { seq: total('seq'), nextNumber: total('nextNumber'), size: total('size') }
}
