import type { Comment } from '@pinmark/shared/entities/comment'
import { ownSpot, type Spot } from '@pinmark/shared/spot-on'
import type { Draft } from './drafts/draft'

export type ThreadState = 'open' | 'resolved' | 'sending' | 'failed' | 'draft'

/** One pin and its row, whether the server has it already or only this browser does. */
export interface ThreadView extends Spot {
  /** The comment's id, which its draft had from its first letter on. */
  readonly key: string
  readonly state: ThreadState
  /** Null until the server has acknowledged it. */
  readonly comment: Comment | null
  readonly number: number | null
  readonly commenter: string
  /** Without meaning for a draft: what is still being written shows in its composer and its row. */
  readonly text: string
  /** Version of the design the point belongs to. */
  readonly version: string
  readonly createdAt: string
  /** Another person wrote in it since the last visit. */
  readonly isNew?: boolean
}

/** A stored comment as the list and the canvas show it. */
export function threadOfComment(comment: Comment): ThreadView {
  return {
    key: comment._id,
    state: comment.resolved ? 'resolved' : 'open',
    comment,
    number: comment.number,
    commenter: comment.commenter,
    text: comment.text,
    ...ownSpot(comment),
    version: comment.version,
    createdAt: comment.createdAt,
  }
}

/** What this browser is writing or sending. */
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
    version: draft.version,
    createdAt: draft.sentAt ?? draft.startedAt,
  }
}
