import mongoose, { type mongo } from 'mongoose'
import { connectedDatabase, connection } from './database'
import type { Log } from '../base/log'

/** A stored document in its present state, which may be later than the change. */
export interface StoredChange<Document> {
  /** The number of the change that it has stored in the document, as `seq` or `fieldsSeq`; null if it stored none. The document
   *  may have a later one. */
  seq: number | null
  isInsert: boolean
  document: Document
}

interface FeedOptions<Watched> {
  /** The collections to watch, each with the fields whose changes are ignored. */
  collections: { readonly [Name in keyof Watched]: readonly string[] }
  /** The collections of which only deletions are watched. */
  deletedFrom: readonly string[]
  log: Log
}

interface Listener<Watched> {
  /** Called for the changes of a collection, by its name. */
  on: { readonly [Name in keyof Watched]?: (change: StoredChange<Watched[Name]>) => void }
  /** Called with the id of a document that was deleted, by the name of its collection. */
  onDeleted?: Readonly<Record<string, (id: unknown) => void>>
  /** Changes were missed: anything known before may be out of date. */
  onGap: () => void
}

type Start = Pick<mongo.ChangeStreamOptions, 'startAtOperationTime' | 'resumeAfter'>

const retryMs = 1_000
/** Changes wait this long for others, except the first one after a calm. Otherwise each of many comments would cost
 *  the database and this process another request. */
const gatherMs = 10
/** The requested position is not, or no longer, in the history of the database. */
const historyLostCodes = new Set<unknown>([136, 222, 260, 280, 286])

/** Watches inserts and updates of some collections, and deletions from others, until the database is disconnected, through
 *  lost connections and changes of the primary. */
export class ChangeFeed<Watched extends object> {
  readonly #options: FeedOptions<Watched>
  readonly #listeners: Listener<Watched>[] = []
  #opened: Promise<void> | undefined

  constructor(options: FeedOptions<Watched>) {
    this.#options = options
  }

  listen(listener: Listener<Watched>): void {
    this.#listeners.push(listener)
  }

  /** Resolves when every later change will be noticed. */
  open(): Promise<void> {
    this.#opened ??= new Promise((resolve) => void this.#run(resolve))
    return this.#opened
  }

  async #run(opened: () => void): Promise<void> {
    let start: Start | null = null
    let isFirst = true
    const over = new AbortController()
    // A lost connection does not emit this event.
    connection.once('close', () => over.abort())
    while (!over.signal.aborted) {
      try {
        if (!start) {
          start = await startNow()
          if (!isFirst) for (const { onGap } of this.#listeners) onGap()
          isFirst = false
          opened()
        }
        const stream = this.#watch(start)
        for await (const change of stream) {
          start = { resumeAfter: change._id }
          this.#take(change)
          // The driver takes the token of each change, but after the last one of an answer that of the answer.
          if (stream.resumeToken !== change._id) await pause(gatherMs)
        }
      } catch (error) {
        this.#options.log.debug({ err: error }, 'the change stream ended and will be reopened')
        if (error instanceof mongoose.mongo.MongoServerError && historyLostCodes.has(error.code)) start = null
        await pause(retryMs)
      }
    }
  }

  #watch(start: Start): mongo.ChangeStream {
    const collections = Object.entries<readonly string[]>(this.#options.collections)
    const changed = collections.map(([name, ignored]) => isOf(name, ignored))
    const deleted = { 'ns.coll': { $in: this.#options.deletedFrom }, operationType: 'delete' }
    const pipeline = [{ $match: { $or: [...changed, deleted] } }]
    return connectedDatabase().watch(pipeline, { ...start, fullDocument: 'updateLookup' })
  }

  #take(change: mongo.ChangeStreamDocument): void {
    if (change.operationType === 'delete') {
      for (const { onDeleted } of this.#listeners) onDeleted?.[change.ns.coll]?.(change.documentKey._id)
      return
    }
    const hasDocument = change.operationType === 'insert' || change.operationType === 'update'
    if (!hasDocument || !change.fullDocument) return
    const { coll } = change.ns
    if (!this.#isWatched(coll)) return
    // A collection holds what its model says, as `lean` believes too.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const document = change.fullDocument as never
    const stored = { seq: seqOf(change), isInsert: change.operationType === 'insert', document }
    for (const { on } of this.#listeners) on[coll]?.(stored)
  }

  #isWatched(collection: string): collection is keyof Watched & string {
    return Object.hasOwn(this.#options.collections, collection)
  }
}

/** Inserts into a collection, and updates of more than the ignored fields. A field that was removed and an array that lost its
 *  last elements are not among the updated fields. */
function isOf(collection: string, ignored: readonly string[]): mongo.BSON.Document {
  const isIgnored = { $regexMatch: { input: '$$field', regex: `^(${ignored.join('|')})(\\.|$)` } }
  const listOf = (name: string) => ({ $ifNull: [`$updateDescription.${name}`, []] })
  const updated = { $map: { input: { $objectToArray: '$updateDescription.updatedFields' }, in: '$$this.k' } }
  const fields = { $concatArrays: [updated, listOf('removedFields')] }
  const interesting = { $filter: { input: fields, as: 'field', cond: { $not: isIgnored } } }
  const found = [interesting, listOf('truncatedArrays')]
  const isInteresting = { $expr: { $or: found.map((list) => ({ $ne: [list, []] })) } }
  return {
    'ns.coll': collection,
    $or: [{ operationType: 'insert' }, { operationType: 'update', ...(ignored.length > 0 && isInteresting) }],
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

async function startNow(): Promise<Start> {
  const answer: { operationTime?: unknown } = await connectedDatabase().command({ hello: 1 })
  if (!(answer.operationTime instanceof mongoose.mongo.Timestamp)) {
    throw new TypeError('the database is not part of a replica set')
  }
  return { startAtOperationTime: answer.operationTime }
}

function seqOf(change: mongo.ChangeStreamInsertDocument | mongo.ChangeStreamUpdateDocument): number | null {
  const stored =
    change.operationType === 'insert' ? change.fullDocument : change.updateDescription.updatedFields
  const seq: unknown = stored?.['seq'] ?? stored?.['fieldsSeq']
  return typeof seq === 'number' ? seq : null
}
