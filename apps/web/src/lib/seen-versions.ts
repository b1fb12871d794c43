import type { Design, Version } from '@pinmark/shared/entities/project'
import { readStored, writeStored } from './storage'

/** The newest version of each design that this browser has shown. The server stores only how far the comments were
 *  read. */

const keyOf = ({ _id }: Design) => `pinmark.seen.${_id}`

/** The newest version that this browser has shown; undefined before the first visit. If it was removed: the one
 *  before. */
export function lastSeenVersion(design: Design): Version | undefined {
  const seen = Number(readStored(keyOf(design)))
  return design.versions.findLast(({ number }) => number <= seen)
}

/** Whether this browser has shown an older version of the design, but not its newest. */
export function hasUnseenVersion(design: Design): boolean {
  const seen = lastSeenVersion(design)
  return seen !== undefined && seen !== design.versions.at(-1)
}

/** Numbers are never reused, so a removed version that is restored counts as seen. */
export function rememberSeenVersion(design: Design, { number }: Version): void {
  if (number > Number(readStored(keyOf(design)))) writeStored(keyOf(design), String(number))
}
