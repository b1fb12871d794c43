import { EventModel, eventWrite, type Happening } from './event'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import { ProjectModel, type ProjectRecord } from '../projects/project.record'
import type { Write } from '../mongo/queries'

type CommentRecord = ThreadRecord | ReplyRecord
/** Fields of a comment or reply; undefined ones are removed. */
type CommentFields = { readonly [Field in keyof ThreadRecord]?: ThreadRecord[Field] | undefined }
type SettableField =
  | ('round' | 'members' | 'invitations' | 'updatedAt')
  | ('designs' | 'trash' | 'front' | 'designCount' | 'versionCount' | 'designsRevision')
type Collection = { readonly collection: { readonly name: string } }

/** The numbers that a project counts: its changes, its threads, and the comments and replies that are not deleted. They are
 *  exact at every moment. */
export type Counts = Readonly<Partial<Pick<ProjectRecord, 'seq' | 'nextNumber' | 'size'>>>

/** One change of a project. It reads what it needs, and collects what its transaction writes at the end. The project is locked
 *  until then, so nobody else changes anything in it meanwhile. */
export class Unit {
  /** What the transaction writes, by the name of the collection. */
  readonly writes = new Map<string, Write[]>()
  /** How much the numbers of the project change. */
  readonly counts: Counts[] = []
  /** Called once it is stored. */
  readonly listeners: (() => void)[] = []

  /** @param project as it is before this change, after the earlier ones of the same transaction */
  constructor(readonly project: ProjectRecord) {}

  /** The number of this change within the project. */
  get seq(): number {
    return this.project.seq + 1
  }

  write({ collection }: Collection, operation: Write): void {
    this.writes.set(collection.name, [...(this.writes.get(collection.name) ?? []), operation])
  }

  /** Stores a new comment or reply, which mail and webhooks still have to read. */
  insert(message: CommentRecord): void {
    this.write(ThreadModel, { insertOne: { document: { ...message, seq: this.seq, unread: this.seq } } })
  }

  /** Sets fields of a comment or reply, and removes those that are undefined.
   *  @returns the message as it is then */
  update<Message extends CommentRecord>(message: Message, fields: CommentFields): Message {
    const set: Record<string, unknown> = { seq: this.seq }
    const unset: Record<string, 1> = {}
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) unset[name] = 1
      else set[name] = value
    }
    const update = { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }) }
    this.write(ThreadModel, { updateOne: { filter: { _id: message._id }, update } })
    return { ...message, ...fields }
  }

  /** Stores an event of this change, for mail and webhooks. */
  emit(happening: Happening, at: Date): void {
    this.write(EventModel, eventWrite(this.project._id, this.seq, { ...happening, at }))
  }

  /** Sets fields of the project. Pages continue after this change, by its number. */
  set(fields: Partial<Pick<ProjectRecord, SettableField>>): void {
    const { _id } = this.project
    const update = { $set: { ...fields, fieldsSeq: this.seq } }
    this.write(ProjectModel, { updateOne: { filter: { _id }, update } })
  }

  count(counts: Counts): void {
    this.counts.push(counts)
  }

  whenStored(listener: () => void): void {
    this.listeners.push(listener)
  }
}
