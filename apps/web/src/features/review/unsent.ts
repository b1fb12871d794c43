import type { Comment } from '@pinmark/shared/entities/comment'
import type { Design } from '@pinmark/shared/entities/project'
import { isEmptyDraft, type Draft } from './drafts/draft'

/** A comment or reply with text that is not stored on the server, as its row shows it. */
export interface Unsent {
  readonly key: string
  /** The thread whose popup contains it: its own key, or that of the comment it answers. */
  readonly threadKey: string
  /** Number of the comment it answers; null for a new comment. */
  readonly answers: number | null
  readonly status: Draft['status']
  /** Whether its design or version was deleted. */
  readonly isLost: boolean
}

export function unsentOf(
  drafts: readonly Draft[],
  comments: readonly Comment[],
  designs: readonly Design[],
): readonly Unsent[] {
  const versions = new Set(designs.flatMap((design) => design.versions.map(({ _id }) => _id)))
  return drafts
    .filter((draft) => !isEmptyDraft(draft))
    .map(({ key, parent, status, version, design }) => ({
      key,
      threadKey: parent ?? key,
      answers: comments.find(({ _id }) => _id === parent)?.number ?? null,
      status,
      isLost: design !== null && !versions.has(version),
    }))
}
