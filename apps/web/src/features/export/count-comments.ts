import type { Comment } from '@pinmark/shared/entities/comment'
import { exportFilterSchema, type ExportFilter } from '@pinmark/shared/entities/export'
import type { Design } from '@pinmark/shared/entities/project'
import { placeComment, readFilter } from '@pinmark/shared/export-choice'

/** Which comments are exported: the open ones, those that the list shows, or all. */
export type Scope = 'open' | 'shown' | 'all'

/** The filter in the query string of an export. */
export type FilterQuery = { -readonly [Name in keyof ExportFilter]?: ExportFilter[Name] | undefined }

/** The filter of a scope.
 *  @param shown what the list shows
 *  @param isPicture a picture shows the newest version; files have comments of all versions */
export function filterOf(scope: Scope, shown: FilterQuery, isPicture: boolean): FilterQuery {
  if (scope === 'shown') return shown
  if (scope === 'open') return { status: 'open', version: 'newest' }
  return isPicture ? { version: 'newest' } : {}
}

/** The number of exported comments by design id. */
export function countComments(
  designs: readonly Design[],
  comments: readonly Comment[],
  query: FilterQuery,
): Map<string, number> {
  const filter = exportFilterSchema.parse(query)
  const chosen = designs.filter(({ _id }) => filter.design === undefined || filter.design === _id)
  const isChosen = readFilter(filter)
  return new Map(
    chosen.map((design) => {
      const leaving = comments.filter((comment) => {
        if (comment.design !== design._id) return false
        if (comment.deletedAt !== null && comment.replies.length === 0) return false
        const placed = placeComment(comment, design, filter.version)
        return placed !== null && isChosen(placed)
      })
      return [design._id, leaving.length]
    }),
  )
}
