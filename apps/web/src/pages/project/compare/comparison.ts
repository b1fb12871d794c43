import type { Design, Version } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { formatDate } from '../../../lib/clock'

export const compareModes = ['side', 'slider', 'overlay', 'changes'] as const
export type CompareMode = (typeof compareModes)[number]

export const modeNames: Record<CompareMode, () => string> = {
  side: () => m.compare_side(),
  slider: () => m.compare_slider(),
  overlay: () => m.compare_overlay(),
  changes: () => m.compare_changes(),
}

/** The modes of a phone, which has no room for two sides. Only the list of differences to a build is short enough. */
export function shortModes({ after }: ComparedPair): readonly CompareMode[] {
  return after.isBuild ? ['slider', 'overlay', 'changes'] : ['slider', 'overlay']
}

/** A version of a design, or the build of one, which has the number of its version. */
export type ComparedSide = Version & { readonly isBuild?: true }

/** Two versions of a design, or a version and its build. */
export interface ComparedPair {
  readonly before: Version
  readonly after: ComparedSide
}

/** A version with its build; null if it has none. */
export function buildPairOf(version: Version | undefined): ComparedPair | null {
  if (!version?.build) return null
  const { _id, image, createdAt } = version.build
  return { before: version, after: { ...version, _id, image, createdAt, isBuild: true } }
}

/** What an address names: two versions (`?compare=3-4`), or a version and its build (`?compare=3-build`). If they do not
 *  exist, these are the newest two, or else the only version and its build.
 *  @returns null if there is nothing to compare */
export function pairOf({ versions }: Design, wanted: string): ComparedPair | null {
  const [before, after] = wanted
    .split('-')
    .map((number) => versions.find((one) => String(one.number) === number))
  if (before && after && before !== after) return { before, after }
  const [newest, last] = versions.toReversed()
  return (
    (wanted.endsWith('-build') ? buildPairOf(before) : null) ??
    (newest && last ? { before: last, after: newest } : buildPairOf(newest))
  )
}

/** The newest version that has a build; undefined without any. */
export function newestBuilt({ versions }: Design): Version | undefined {
  return versions.findLast(({ build }) => build !== undefined)
}

/** The pair after the user has chosen another version for one side. Choosing the version of the other side
 *  swaps the two. */
export function withVersion(pair: ComparedPair, side: keyof ComparedPair, chosen: Version): ComparedPair {
  const other = side === 'before' ? 'after' : 'before'
  const swapped = pair[other] === chosen ? pair[side] : pair[other]
  return side === 'before' ? { before: chosen, after: swapped } : { before: swapped, after: chosen }
}

export function addressOf({ before, after }: ComparedPair): string {
  return `${before.number}-${after.isBuild ? 'build' : after.number}`
}

/** Of a version or a build, for its label. */
export function nameOf({ number, isBuild }: ComparedSide): string {
  return isBuild ? m.build() : m.version_number({ number })
}

export function nameWithDate({ number, createdAt, isBuild }: ComparedSide): string {
  const date = formatDate(createdAt)
  return isBuild ? m.build_with_date({ date }) : m.version_with_date({ number, date })
}

/** The sheet for both versions, in pixels of the newer one. The older is drawn with the same width, because
 *  designs are exported at different scales. Both start at the top. */
export function sheetOf({ before, after }: ComparedPair) {
  const { width, height } = after.image
  const beforeHeight = (before.image.height * width) / before.image.width
  return { width, height: Math.max(height, beforeHeight), beforeHeight, afterHeight: height }
}
