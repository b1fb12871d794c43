import type { Comment, Picture } from '@pinmark/shared/entities/comment'
import type { Design, Version } from '@pinmark/shared/entities/project'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import type { Wording } from '@pinmark/words/server'
import { jsonList } from '../base/pieces'
import type { ProjectRecord } from '../projects/project.record'
import type { VerdictRecord } from '../rounds/verdict.record'

export interface QuotedComment extends PlacedComment {
  /** The words of the design that it points at; empty if they are not known. */
  readonly quote: string
  /** The captured element with the first of these words. */
  readonly selector: string | undefined
}

/** The source of all formats. */
export interface ExportSource {
  /** In the language of the person who asked for the file. */
  wording: Wording
  project: ProjectRecord
  /** The chosen designs. */
  designs: readonly Design[]
  /** Number of exported open comments of each design, by its id. */
  openCounts: ReadonlyMap<string, number>
  total: number
  /** For the owner: the verdicts of the present round, newest first. */
  verdicts: readonly VerdictRecord[] | null
  /** The texts that `write` makes of the comments, in the order of their designs. They are read in batches
   *  while the file is written. The pieces that `write` yields for a batch are joined. */
  texts: (write: (threads: readonly QuotedComment[]) => Iterable<string>) => AsyncIterable<string>
  /** The address that opens the page at a comment. */
  linkTo: (comment: Pick<Comment, '_id'>) => string
  /** The address of the project's page. */
  link: string
  /** The address of the picture of a version, or of a picture in a comment, at its natural size. */
  pictureOf: (of: Pick<Version | Picture, 'image'>) => string
}

/** The state of a comment. A deleted one is there for its replies. */
export function stateOf({ deletedAt, resolved }: Comment): 'deleted' | 'resolved' | 'open' {
  if (deletedAt !== null) return 'deleted'
  return resolved ? 'resolved' : 'open'
}

/** The text of a JSON file whose last field, `listName`, has an item for each comment. */
export async function* commentsAsJson(
  head: object,
  listName: string,
  { texts }: ExportSource,
  itemOf: (thread: QuotedComment) => unknown,
): AsyncGenerator<string> {
  const list = jsonList(head, listName)
  yield list.start
  yield* texts(function* (threads) {
    for (const thread of threads) yield list.item(itemOf(thread))
  })
  yield list.end
}
