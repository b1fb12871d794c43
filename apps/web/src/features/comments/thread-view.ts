import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Comment, PlaceState } from '@pinmark/shared/entities/comment'
import type { Draft } from './drafts/draft'

export type ThreadState = 'open' | 'resolved' | 'sending' | 'failed' | 'draft'

/** One pin and its row, whether the server has it already or only this browser does. */
export interface ThreadView {
  /** The comment's id, which its draft had from its first letter on. */
  readonly key: string
  readonly state: ThreadState
  /** Null until the server has acknowledged it. */
  readonly comment: Comment | null
  readonly number: number | null
  readonly commenter: string
  /** Without meaning for a draft: what is still being written shows in its composer and its row. */
  readonly text: string
  /** Null for a comment on the whole design. */
  readonly point: ImagePoint | null
  /** Width and height of a region in image pixels, right and down from `point`. */
  readonly region: { readonly w: number; readonly h: number } | null
  /** Version of the design the point belongs to. */
  readonly version: string
  /** For a comment of an older version: the number of that version, and how its point on this one was found. `pending`
   *  until the server has placed it. */
  readonly carried?: { readonly from: number; readonly state: PlaceState | 'pending' }
  readonly createdAt: string
  /** Another person wrote in it since the last visit. */
  readonly isNew?: boolean
}

/** A stored comment as the list and the canvas show it. */
export function threadOfComment(comment: Comment): ThreadView {
  const isPlaced = comment.kind !== 'design'
  return {
    key: comment._id,
    state: comment.resolved ? 'resolved' : 'open',
    comment,
    number: comment.number,
    commenter: comment.commenter,
    text: comment.text,
    point: isPlaced ? { x: comment.x, y: comment.y } : null,
    region: isPlaced && comment.w !== null && comment.h !== null ? { w: comment.w, h: comment.h } : null,
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
