import type { Comment } from '@pinmark/shared/entities/comment'
import { isEmptyDraft, type Draft } from './drafts/draft'

/** A comment or reply that has words and is not with the server, as its row shows it. */
export interface Unsent {
  readonly key: string
  /** The thread whose popup holds it: its own key, or that of the comment it answers. */
  readonly threadKey: string
  /** Number of the comment it answers; null for a comment of its own. */
  readonly answers: number | null
  readonly status: Draft['status']
}

export function unsentOf(drafts: readonly Draft[], comments: readonly Comment[]): readonly Unsent[] {
  return drafts
    .filter((draft) => !isEmptyDraft(draft))
    .map(({ key, parent, status }) => ({
      key,
      threadKey: parent ?? key,
      answers: comments.find(({ _id }) => _id === parent)?.number ?? null,
      status,
    }))
}
