import { isThread, type ReplyRecord, type ResolvedRecord, type ThreadRecord } from './comment.record'

/** The only writers of `state`, `resolved` and `deletedAt`. `state` repeats what the other two say, so that threads are
 *  counted from one index; written anywhere else, it could contradict them. */

type MessageRecord = ThreadRecord | ReplyRecord

export function openState() {
  return { state: 'open', resolved: null } as const
}

export function resolvedState(resolved: ResolvedRecord) {
  return { state: 'resolved', resolved } as const
}

/** A deleted thread keeps `resolved`, for the case that the deletion is taken back. */
export function deletedState(message: MessageRecord, deletedAt: Date, deletedBy: 'owner' | 'author') {
  return { deletedAt, deletedBy, ...(isThread(message) && ({ state: 'deleted' } as const)) }
}

export function restoredState(message: MessageRecord) {
  const notDeleted = { deletedAt: null, deletedBy: null }
  if (!isThread(message)) return notDeleted
  return { ...notDeleted, ...(message.resolved ? resolvedState(message.resolved) : openState()) }
}
