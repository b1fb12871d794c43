import type { Types } from 'mongoose'
import { isThread, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import type { Happening, Unread } from '../core/event'
import { findMessages } from './outbox.record'
import type { VerdictRecord } from '../rounds/verdict.record'

interface Happened {
  id: string
  project: Types.ObjectId
  at: Date
  /** Sorts in the order of the project's changes. */
  order: string
}

/** An event with what it is about. */
export type ProjectEvent = Happened & Subject
type Subject =
  | { kind: 'comment' | 'resolve'; thread: ThreadRecord }
  | { kind: 'reply'; reply: ReplyRecord }
  | { kind: 'verdict'; verdict: VerdictRecord }
  | Extract<Happening, { kind: 'version' | 'round' }>

/** The events with what they are about, in the order of the changes of their projects. */
export async function eventsOf({ messages, events }: Unread): Promise<ProjectEvent[]> {
  const resolved = await findMessages(
    events.flatMap((event) => (event.kind === 'resolve' ? event.message : [])),
  )
  const found: { seq: number; event: Omit<Happened, 'order'> & Subject }[] = []
  for (const message of messages) {
    const { _id, project, storedAt: at, unread: seq = 0 } = message
    const common = { project, at }
    const id = _id.toHexString()
    const event = isThread(message)
      ? { ...common, id: `comment ${id}`, kind: 'comment' as const, thread: message }
      : { ...common, id: `reply ${id}`, kind: 'reply' as const, reply: message }
    found.push({ seq, event })
  }
  for (const { _id: id, seq, project, at, ...happened } of events) {
    const common = { id, project, at }
    if (happened.kind !== 'resolve') {
      found.push({ seq, event: { ...common, ...happened } })
      continue
    }
    const thread = resolved.get(happened.message.toHexString())
    if (thread && isThread(thread)) found.push({ seq, event: { ...common, kind: 'resolve', thread } })
  }
  const sorted = found.toSorted((a, b) => a.seq - b.seq)
  // A change may have several events.
  return sorted.map(({ seq, event }, index) => ({ ...event, order: orderText(seq, index) }))
}

const orderText = (seq: number, index: number) =>
  `${String(seq).padStart(12, '0')} ${String(index).padStart(4, '0')}`
