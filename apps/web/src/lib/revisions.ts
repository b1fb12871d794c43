/** The order in which this page learned what it keeps of a project, because answers and events overtake each other. What
 *  is older than the kept state is dropped. */

let clock = 0

interface Revision {
  /** The kept state includes everything that the server knew at this time of the clock. */
  at: number
  isEvent: boolean
}

/** By id of a message, or by project and part. */
const revisions = new Map<string, Revision>()

/** Call this before a request. @returns the revision of its answer */
export function beginRevision(): number {
  clock += 1
  return clock
}

/** An event is newer than the answers to all requests that have begun. */
export function noteEvent(subject: string): void {
  revisions.set(subject, { at: beginRevision(), isEvent: true })
}

/** Whether what is kept is newer than an answer. If not, the answer is what is kept from now on.
 *  @returns `event` when a live event came after the request began: if the answer has more, another event follows;
 *  `answer` when a later request was answered first; null when the answer counts */
export function newerThan(subject: string, at: number): 'event' | 'answer' | null {
  const known = revisions.get(subject)
  if (known && known.at > at) return known.isEvent ? 'event' : 'answer'
  revisions.set(subject, { at, isEvent: false })
  return null
}

/** Whether something newer is kept of a subject than an answer has. */
export function hasNewer(subject: string, at: number): boolean {
  return (revisions.get(subject)?.at ?? 0) > at
}
