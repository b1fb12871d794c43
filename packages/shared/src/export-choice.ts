import { foldWords, hasWords, isBy, isToCheck, isToConfirm } from './comment-filter'
import type { Comment } from './entities/comment'
import { readRanges, type ExportFilter } from './entities/export'
import type { Design, Version } from './entities/project'
import { showsOnNewest, spotOn, type Spot } from './spot-on'

/** A comment with the version that its spot is on. */
export interface PlacedComment {
  readonly comment: Comment
  readonly design: Design
  readonly version: Version
  readonly spot: Spot
}

/** The version of a design that a filter names. Default: the newest one. */
export function versionOf({ versions }: Design, wanted: string | undefined): Version {
  const version = versions.find(({ number }) => String(number) === wanted) ?? versions.at(-1)
  if (!version) throw new Error('A design has no version.')
  return version
}

/** A comment at its spot, or null if it does not belong to the requested version.
 *  @param wanted as in `ExportFilter.version` */
export function placeComment(
  comment: Comment,
  design: Design,
  wanted: string | undefined,
): PlacedComment | null {
  const newest = versionOf(design, 'newest')
  const isOnNewest = showsOnNewest(comment, newest)
  const at = (version: Version) => {
    return { comment, design, version, spot: spotOn(comment, version, design.versions) }
  }
  if (wanted === undefined) {
    const own = design.versions.find(({ _id }) => _id === comment.version)
    return at(isOnNewest ? newest : (own ?? newest))
  }
  const version = versionOf(design, wanted)
  if (version === newest) return isOnNewest ? at(newest) : null
  return comment.version === version._id ? at(version) : null
}

/** Reads a filter once. @returns whether a comment at its spot is exported */
export function readFilter(filter: ExportFilter): (placed: PlacedComment) => boolean {
  const { status, search = '', person, mine, numbers } = filter
  const words = foldWords(search)
  const isNumbered = numbers === undefined ? () => true : readRanges(numbers)
  return ({ comment, spot }) => {
    // A deleted comment with replies is neither open nor resolved.
    const isOpen = comment.resolved === null && comment.deletedAt === null
    if (status === 'check' && !isToCheck(isOpen, spot)) return false
    if (status === 'confirm' && !isToConfirm(comment)) return false
    if (status === 'open' && !isOpen) return false
    if (status === 'resolved' && (comment.resolved === null || comment.deletedAt !== null)) return false
    if (!isNumbered(comment.number)) return false
    if (person !== undefined && !isBy(comment, { kind: 'name', name: person })) return false
    if (mine && !isBy(comment, { kind: 'me' })) return false
    return hasWords(comment, words)
  }
}
