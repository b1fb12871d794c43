import type { Types } from 'mongoose'
import { isThread, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import type { Happening, Unread } from '../core/event'
import { findMessages } from './outbox.record'
import type { VerdictRecord } from '../rounds/verdict.record'

interface Happened {
  id: string
  project: Types.ObjectId
  at: Date
  /** Sorts in the order in which the events were read: of one project, the order of its changes. */
  order: string
}

/** An event with what it is about. */
export type ProjectEvent = Happened & Subject
type Subject =
  | { kind: 'comment' | 'resolve'; thread: ThreadRecord }
  | { kind: 'reply'; reply: ReplyRecord }
  | { kind: 'verdict'; verdict: VerdictRecord }
  | Extract<Happening, { kind: 'version' | 'round' }>

/** The events with what they are about, of each project in the order of its changes. */
export async function eventsOf({ messages, events, order }: Unread): Promise<ProjectEvent[]> {
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
  const projectOf = ({ event }: (typeof found)[number]) => event.project.toHexString()
  return found
    .toSorted((a, b) => projectOf(a).localeCompare(projectOf(b)) || a.seq - b.seq)
    .map(({ event }, index) => ({ ...event, order: `${order} ${String(index).padStart(3, '0')}` }))
}
