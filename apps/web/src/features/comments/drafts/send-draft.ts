import { commentSchema, type Comment, type CommentChange } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { apiPaths } from '@pinmark/shared/paths'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { announce } from '../announce'
import { applyCommentEvent } from '../apply-comment-event'
import { newCommentOf, type Draft, type DraftProblem } from './draft'
import { changeDraft, findDraft, removeDraft } from './draft-store'

export interface Outbox {
  queryClient: QueryClient
  /** What the API is called with: the permanent id or the link's. */
  projectId: string
  /** What drafts are kept under, whatever link the project was opened by. */
  permanentId: string
}

export type SendOutcome =
  | { status: 'sent'; comment: Comment }
  | { status: 'queued' }
  | { status: 'failed' }
  /** Somebody sent or deleted it meanwhile, in another tab for example. */
  | { status: 'gone' }

const inFlight = new Map<string, Promise<SendOutcome>>()

export function isInFlight(key: string): boolean {
  return inFlight.has(key)
}

/** Sends a draft; while it is under way, asking again joins the same try. Afterwards the draft is gone from the
 *  store, waits there for the network, or holds the reason why it was not sent.
 *  `onSilence`: what becomes of it when no answer, or none about the comment itself, came back. */
export function sendDraft(
  outbox: Outbox,
  key: string,
  onSilence: 'queue' | 'fail' = 'fail',
): Promise<SendOutcome> {
  const running = inFlight.get(key)
  if (running) return running
  const sending = deliver(outbox, key, onSilence).finally(() => inFlight.delete(key))
  inFlight.set(key, sending)
  return sending
}

async function deliver(outbox: Outbox, key: string, onSilence: 'queue' | 'fail'): Promise<SendOutcome> {
  const { queryClient, projectId, permanentId } = outbox
  const draft = findDraft(permanentId, key)
  if (!draft) return { status: 'gone' }
  const attempt = draft.attempt ?? newCommentOf(draft, new Date().toISOString())
  if (!navigator.onLine) {
    changeDraft(permanentId, key, { status: 'queued', problem: null })
    return { status: 'queued' }
  }
  changeDraft(permanentId, key, { status: 'sending', problem: null, attempt })
  let isStored = false
  try {
    const stored = await api.post(apiPaths.addComment(projectId), attempt, commentSchema, {
      idempotencyKey: key,
    })
    isStored = true
    const comment = await catchUp(projectId, stored, draft)
    removeDraft(permanentId, key)
    applyCommentEvent(queryClient, projectId, { type: 'comment.added', comment })
    announce(`Comment ${comment.number} added`)
    return { status: 'sent', comment }
  } catch (error) {
    const isRefused = !isStored && isRefusal(error)
    if (!isRefused && (onSilence === 'queue' || !navigator.onLine)) {
      changeDraft(permanentId, key, { status: 'queued' })
      return { status: 'queued' }
    }
    changeDraft(permanentId, key, {
      status: 'failed',
      problem: problemOf(error),
      ...(isRefused && { attempt: null }),
    })
    return { status: 'failed' }
  }
}

/** The first try may have arrived although its answer did not, and the text was edited since. The stored comment
 *  then gets what was written last. */
async function catchUp(projectId: string, stored: Comment, draft: Draft): Promise<Comment> {
  const change: CommentChange = {}
  if (draft.attempt && draft.text !== draft.attempt.text) change.text = draft.text
  if (draft.attempt?.x !== undefined && (draft.x !== draft.attempt.x || draft.y !== draft.attempt.y)) {
    change.x = draft.x
    change.y = draft.y
  }
  if (Object.keys(change).length === 0) return stored
  return api.patch(apiPaths.comment(projectId, stored._id), change, commentSchema)
}

/** Whether the server certainly did not store it: another body may be sent with the same key. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.code !== 'request_timed_out'
}

/** What the server says about the visitor's own doing is shown as it is; all else is not his fault. */
function problemOf(error: unknown): DraftProblem {
  if (!(error instanceof AppError) || error.status >= 500)
    return { field: 'none', text: pageMessages.notSent }
  const isAboutName = error.code.startsWith('commenter_') || error.code === 'name_has_hidden_characters'
  const isAboutText = error.code.startsWith('text_')
  return { field: isAboutName ? 'commenter' : isAboutText ? 'text' : 'none', text: error.message }
}
