import type { Comment } from '@pinmark/shared/entities/comment'
import { ownSpot, type Spot } from '@pinmark/shared/spot-on'
import type { Draft } from './drafts/draft'
import { authorOf } from '../../lib/format'

export type ThreadState = 'open' | 'resolved' | 'sending' | 'failed' | 'draft'

/** The data of one pin and its row, whether the comment is stored or still a draft in this browser. */
export interface ThreadView extends Spot {
  /** The comment's id. Its draft has had the same one from the first letter on. */
  readonly key: string
  readonly state: ThreadState
  /** Null until the server has acknowledged it. */
  readonly comment: Comment | null
  readonly number: number | null
  /** The author's name as it is shown. */
  readonly commenter: string
  /** Not used for a draft, whose text is shown by its composer and its row. */
  readonly text: string
  /** Version of the design the point belongs to. */
  readonly version: string
  readonly createdAt: string
  /** Whether another person has written in it since the last visit. */
  readonly isNew?: boolean
}

/** A stored comment as the list and the canvas show it. */
export function threadOfComment(comment: Comment): ThreadView {
  return {
    key: comment._id,
    state: comment.resolved ? 'resolved' : 'open',
    comment,
    number: comment.number,
    commenter: authorOf(comment),
    text: comment.text,
    ...ownSpot(comment),
    version: comment.version,
    createdAt: comment.createdAt,
  }
}

/** A draft as the list and the canvas show it. */
export function threadOfDraft(draft: Draft): ThreadView {
  return {
    key: draft.key,
    state: draft.status === 'queued' ? 'sending' : draft.status === 'writing' ? 'draft' : draft.status,
    comment: null,
    number: null,
    commenter: draft.commenter,
    text: draft.text,
    point: draft.kind === 'design' ? null : { x: draft.x, y: draft.y },
    region: draft.w !== null && draft.h !== null ? { w: draft.w, h: draft.h } : null,
    strokes: draft.strokes,
    version: draft.version,
    createdAt: draft.sentAt ?? draft.startedAt,
  }
}
