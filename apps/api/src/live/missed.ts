import { ThreadModel, isThread, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import { isAbove } from '../mongo/queries'
import { hasBecomeViewOnly } from '../projects/link-state'
import type { Position } from '../core/event'
import type { ProjectRecord } from '../projects/project.record'
import { findReplyBytes, findThreadsByNumber, type ThreadWithReplies } from '../comments/threads.record'
import { VisitModel } from '../visits/visit.record'
import { accountKey } from '../visits/visitor-key'

/** A page that missed more messages, or larger threads, loads the project again, in parts and only as fast as it takes
 *  them. */
const maxMessages = 50
const maxReplyBytes = 256 * 1024

/** The threads of a project that changed after a position. Each change is one of its comments, of the owner's visit,
 *  or of something that affects the whole page, such as a setting. Every comment knows its newest change. So a change that
 *  is found nowhere is of the last kind, or was followed by another one.
 *  @param position what the page has received last; null if that is not known
 *  @returns null when the page has to load the project again */
export async function findMissed(
  { _id: project, owner, seq, link }: ProjectRecord,
  position: Position | null,
): Promise<ThreadWithReplies[] | null> {
  if (!position || position.isViewOnly !== hasBecomeViewOnly(link)) return null
  const { seq: since } = position
  if (since === seq) return []
  if (since > seq) return null
  const messages = await ThreadModel.find({ project, seq: isAbove(since) })
    .limit(maxMessages + 1)
    .lean<(ThreadRecord | ReplyRecord)[]>()
  if (messages.length > maxMessages) return null
  const visit = await VisitModel.findOne({ project, visitor: accountKey(owner) }, { seq: 1 }).lean()
  const found = new Set([...messages.map((message) => message.seq ?? 0), visit?.seq ?? 0])
  for (let one = since + 1; one <= seq; one += 1) if (!found.has(one)) return null
  const numbers = [
    ...new Set(messages.map((message) => (isThread(message) ? message.number : message.thread))),
  ]
  const bytes = [...(await findReplyBytes(project, numbers)).values()]
  if (bytes.reduce((sum, one) => sum + one, 0) > maxReplyBytes) return null
  return findThreadsByNumber(project, numbers)
}
