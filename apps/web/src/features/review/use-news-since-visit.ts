import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { useEffect, useState } from 'react'
import { useStored } from '../../lib/store'
import { newestOf, type ShownVersion } from './views'
import { readStored, writeStored } from '../../lib/storage'

/** A version that arrived since the last visit. */
interface VersionNews {
  readonly design: Design
  readonly version: Version
  /** The version that the visitor saw last. */
  readonly before: Version
  /** It is the shown version. */
  readonly isShown: boolean
}

export interface SinceVisit {
  readonly news: VersionNews | null
  /** Removes the note. */
  readonly hide: () => void
}

/** The version to tell a returning reviewer about: the shown one, or else one of another design. Each is told in one
 *  visit only. Versions that arrive while the page is open are told by a toast. The owner uploaded them.
 */
export function useNewsSinceVisit(
  { designs, can: { manage: isDesigner } }: Project,
  { design, version, isOld }: ShownVersion,
): SinceVisit {
  // By the id of the new version.
  const [seenBefore, setSeenBefore] = useState(
    () => new Map(isDesigner ? [] : designs.filter(hasUnseenVersion).map(pairOfIds)),
  )
  const [areOthersHidden, hideOthers] = useState(false)
  useEffect(() => {
    if (!isDesigner && !isOld) rememberSeenVersion(design, version)
  }, [isDesigner, isOld, design, version])

  const ownBefore = design.versions.find(({ _id }) => _id === seenBefore.get(version._id))
  const otherId = useStored(
    () => designs.find((one) => seenBefore.has(newestOf(one)._id) && hasUnseenVersion(one))?._id,
  )
  if (isOld) return { news: null, hide: () => {} }
  if (ownBefore) {
    return {
      news: { design, version, before: ownBefore, isShown: true },
      hide: () => setSeenBefore(new Map([...seenBefore].filter(([id]) => id !== version._id))),
    }
  }
  const other = areOthersHidden ? undefined : designs.find(({ _id }) => _id === otherId && _id !== design._id)
  const before = other && lastSeenVersion(other)
  return {
    news: before ? { design: other, version: newestOf(other), before, isShown: false } : null,
    hide: () => hideOthers(true),
  }
}

function pairOfIds(design: Design) {
  return [newestOf(design)._id, lastSeenVersion(design)?._id] as const
}

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
function hasUnseenVersion(design: Design): boolean {
  const seen = lastSeenVersion(design)
  return seen !== undefined && seen !== design.versions.at(-1)
}

/** Numbers are never reused, so a removed version that is restored counts as seen. */
function rememberSeenVersion(design: Design, { number }: Version): void {
  if (number > Number(readStored(keyOf(design)))) writeStored(keyOf(design), String(number))
}
