import {
  commentSchema,
  replySchema,
  type Comment,
  type CommentChange,
  type Reply,
} from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { apiPaths } from '@pinmark/shared/paths'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { announce } from '../announce'
import { applyCommentEvent, applyReply } from '../apply-comment-event'
import { attemptOf, type Draft, type DraftProblem } from './draft'
import { changeDraft, findDraft, removeDraft } from './draft-store'
import { findArrived } from './stored-copy'

export interface Outbox {
  queryClient: QueryClient
  /** What the API is called with: the permanent id or the link's. */
  projectId: string
  /** What drafts are kept under, whatever link the project was opened by. */
  permanentId: string
}

export type SendOutcome =
  | { status: 'sent'; message: Comment | Reply }
  | { status: 'queued' }
  | { status: 'failed' }
  /** Somebody sent or deleted it meanwhile, in another tab for example. */
  | { status: 'gone' }

/** What to do when no answer came back, or none about the comment itself. */
type OnSilence = 'queue' | 'fail'

const inFlight = new Map<string, Promise<SendOutcome>>()
const delivered = new Set<string>()

export function isInFlight(key: string): boolean {
  return inFlight.has(key)
}

/** Whether this page has sent it; the draft itself is gone then, or goes in a moment. */
export function isDelivered(key: string): boolean {
  return delivered.has(key)
}

/** Sends a draft; while it is under way, asking again joins the same try. Afterwards the draft is gone from the
 *  store, waits there for the network, or holds the reason why it was not sent. */
export function sendDraft(outbox: Outbox, key: string, onSilence: OnSilence = 'fail'): Promise<SendOutcome> {
  const running = inFlight.get(key)
  if (running) return running
  const sending = deliver(outbox, key, onSilence).finally(() => inFlight.delete(key))
  inFlight.set(key, sending)
  return sending
}

async function deliver(outbox: Outbox, key: string, onSilence: OnSilence): Promise<SendOutcome> {
  const { permanentId } = outbox
  const draft = findDraft(permanentId, key)
  if (!draft) return { status: 'gone' }
  if (!navigator.onLine) {
    changeDraft(permanentId, key, { status: 'queued', problem: null })
    return { status: 'queued' }
  }
  const attempt = draft.attempt ?? attemptOf(draft, new Date().toISOString())
  const sending = { ...draft, attempt }
  changeDraft(permanentId, key, { status: 'sending', problem: null, attempt })
  let isStored = false
  try {
    const stored = await post(outbox, sending)
    isStored = true
    const message = await catchUp(outbox, stored, sending)
    show(outbox, message)
    return await finish(outbox, key, message)
  } catch (error) {
    const isRefused = !isStored && isRefusal(error)
    const arrived = isRefused ? undefined : findArrived(cachedComments(outbox), sending)
    // The answer was lost, but the live line has brought the comment itself.
    if (arrived) return finish(outbox, key, arrived)
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

async function finish({ permanentId }: Outbox, key: string, message: Comment | Reply): Promise<SendOutcome> {
  delivered.add(key)
  announce('parent' in message ? 'Reply added' : `Comment ${message.number} added`)
  // The cache tells the page in a task of its own: the draft's pin stays until the comment's own is drawn.
  await new Promise((resolve) => setTimeout(resolve))
  removeDraft(permanentId, key)
  return { status: 'sent', message }
}

function cachedComments({ queryClient, projectId }: Outbox): readonly Comment[] {
  return queryClient.getQueryData<Project>(['project', projectId])?.comments ?? []
}

function post({ projectId }: Outbox, { key, parent, attempt }: Draft): Promise<Comment | Reply> {
  const options = { idempotencyKey: key }
  return parent === null
    ? api.post(apiPaths.addComment(projectId), attempt, commentSchema, options)
    : api.post(apiPaths.replies(projectId, parent), attempt, replySchema, options)
}

/** The first try may have arrived although its answer did not, and the text was edited since. What is stored then
 *  gets what was written last. */
async function catchUp(
  { projectId }: Outbox,
  stored: Comment | Reply,
  { parent, attempt, text, x, y }: Draft,
): Promise<Comment | Reply> {
  const change: CommentChange = {}
  if (attempt && text !== attempt.text) change.text = text
  if (attempt?.x !== undefined && (x !== attempt.x || y !== attempt.y)) Object.assign(change, { x, y })
  if (Object.keys(change).length === 0) return stored
  const path = apiPaths.comment(projectId, stored._id)
  return parent === null ? api.patch(path, change, commentSchema) : api.patch(path, change, replySchema)
}

function show({ queryClient, projectId }: Outbox, message: Comment | Reply): void {
  if ('parent' in message) applyReply(queryClient, projectId, message)
  else applyCommentEvent(queryClient, projectId, { type: 'comment.added', comment: message })
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
