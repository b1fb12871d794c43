import type { Comment, Picture } from '@pinmark/shared/entities/comment'
import type { Design, Version } from '@pinmark/shared/entities/project'
import type { PlacedComment } from '@pinmark/shared/export-choice'
import type { ProjectRecord } from '../../models/project'
import type { VerdictRecord } from '../../models/verdict'

/** The source of all formats. */
export interface ExportSource {
  project: ProjectRecord
  /** Those that were chosen. */
  designs: readonly Design[]
  /** How many open comments of each design are exported, by its id. */
  openCounts: ReadonlyMap<string, number>
  total: number
  /** For the owner: of the present round, newest first. */
  verdicts: readonly VerdictRecord[] | null
  /** The texts that `write` makes of the comments, in the order of their designs. They are read while the file is written, a
   *  part at a time; the pieces that `write` gives out for a part are joined. */
  texts: (write: (threads: readonly PlacedComment[]) => Iterable<string>) => AsyncIterable<string>
  /** The address that opens the page at a comment. */
  linkTo: (comment: Pick<Comment, '_id'>) => string
  /** The address of the project's page. */
  link: string
  /** The address of a version's picture, or of one in a comment, in its natural size. */
  pictureOf: (of: Pick<Version | Picture, 'image'>) => string
}
