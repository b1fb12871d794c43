import * as commentsApi from '@pinmark/shared/api/comments'
import type { Message } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { call } from '../../../lib/api'
import { announce } from '../../../lib/announce'
import { accountId } from '../../../lib/session'
import { applyMessage } from '../apply-comment-event'
import { isStoredAs, messageOf, type Draft, type DraftProblem } from './draft'
import { changeDraft, findDraft, removeDraft } from './draft-store'
import { findStored } from './find-message'
import type { Outbox } from './outbox'

export type SendOutcome =
  | { status: 'sent'; message: Message }
  | { status: 'queued' }
  | { status: 'failed' }
  /** It was sent or deleted meanwhile, for example in another tab. */
  | { status: 'gone' }

interface SendOptions {
  /** What to do with the draft if there is no answer, or an answer that is not about the comment itself. */
  onSilence?: 'queue' | 'fail'
  /** Called while both the draft and the stored comment exist. Changes in it are rendered together with the
   *  removal of the draft. */
  onSent?: (message: Message) => void
}

const inFlight = new Map<string, Promise<SendOutcome>>()

/** Drafts to which pictures are being added, by key. Sending has to wait for them. The promise never fails: it
 *  resolves with the reason why pictures were not added, or null. */
export const attaching = new Map<string, Promise<string | null>>()

export function isInFlight(key: string): boolean {
  return inFlight.has(key)
}

const otherLogin = 'You have logged in or out since you wrote this. Check the name, then send it.'

/** Sends a draft. A second call during an attempt joins it. Afterwards the draft is removed, waits for the
 *  network, or contains the reason why it was not sent. A draft that was started under another login is not sent
 *  until its author has seen it under their present name. */
export function sendDraft(outbox: Outbox, key: string, options: SendOptions = {}): Promise<SendOutcome> {
  const running = inFlight.get(key)
  if (running) return running
  const sending = deliver(outbox, key, options).finally(() => inFlight.delete(key))
  inFlight.set(key, sending)
  return sending
}

async function deliver(outbox: Outbox, key: string, options: SendOptions): Promise<SendOutcome> {
  const { permanentId } = outbox
  const draft = findDraft(permanentId, key)
  if (!draft) return { status: 'gone' }
  if (draft.account !== accountId()) {
    changeDraft(permanentId, key, { status: 'failed', problem: { field: 'none', text: otherLogin } })
    return { status: 'failed' }
  }
  if (!navigator.onLine) {
    changeDraft(permanentId, key, { status: 'queued', problem: null })
    return { status: 'queued' }
  }
  const sentAt = draft.sentAt ?? new Date().toISOString()
  changeDraft(permanentId, key, { status: 'sending', problem: null, sentAt })
  try {
    return finish(outbox, key, await store(outbox, draft, sentAt), options)
  } catch (error) {
    const isRefused = isRefusal(error)
    const stored = isRefused ? undefined : findStored(outbox, draft)
    // The answer was lost, but the comment itself arrived as a live event.
    if (stored && isStoredAs(draft, stored)) return finish(outbox, key, stored, options)
    if (!isRefused && (options.onSilence === 'queue' || !navigator.onLine)) {
      changeDraft(permanentId, key, { status: 'queued' })
      return { status: 'queued' }
    }
    changeDraft(permanentId, key, {
      status: 'failed',
      problem: problemOf(error),
      ...(isRefused && { sentAt: null }),
    })
    return { status: 'failed' }
  }
}

function finish(
  { queryClient, projectId, permanentId }: Outbox,
  key: string,
  message: Message,
  { onSent }: SendOptions,
): SendOutcome {
  applyMessage(queryClient, projectId, message, 'comment.added')
  announce(message.parent === null ? `Comment ${message.number} added` : 'Reply added')
  onSent?.(message)
  removeDraft(permanentId, key)
  return { status: 'sent', message }
}

/** @throws AppError, NetworkError */
async function store(outbox: Outbox, draft: Draft, sentAt: string): Promise<Message> {
  if (draft.pictures.length === 0) return storeWords(outbox, draft, sentAt)
  const { sendPictures } = await import('../pictures/upload-pictures')
  return sendPictures(outbox, draft, (ready) => storeWords(outbox, ready, sentAt))
}

/** @throws AppError, NetworkError */
async function storeWords({ projectId }: Outbox, draft: Draft, sentAt: string): Promise<Message> {
  const { key, parent, text, x, y } = draft
  const message = messageOf(draft, sentAt)
  try {
    return parent === null
      ? await call(commentsApi.addComment, { params: { projectId }, body: message })
      : await call(commentsApi.addReply, { params: { projectId, commentId: parent }, body: message })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'idempotency_key_reused')) throw error
    // An earlier attempt did arrive, and the draft was edited since. The stored message gets the newest text.
    const change = 'x' in message ? { text, x, y } : { text }
    return call(commentsApi.changeComment, { params: { projectId, commentId: key }, body: change })
  }
}

/** Whether the server certainly did not store it: the same id may be sent with another content. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.code !== 'request_timed_out'
}

/** Errors that the visitor can correct are shown with the server's sentence. All others get a general one. */
function problemOf(error: unknown): DraftProblem {
  if (!(error instanceof AppError) || error.status >= 500)
    return { field: 'none', text: pageMessages.notSent }
  const isAboutName = error.code.startsWith('commenter_') || error.code === 'name_has_hidden_characters'
  const isAboutText = error.code.startsWith('text_')
  const field = isAboutName ? 'commenter' : isAboutText ? 'text' : 'none'
  return { field, text: error.message, code: error.code }
}
