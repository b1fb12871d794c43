import * as commentsApi from '@pinmark/shared/api/comments'
import type { Message } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { withWords } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { call } from '../../../lib/api'
import { announce } from '../../../lib/announce'
import { beginRevision } from '../../../lib/kept-project'
import { accountId } from '../../../lib/session'
import { toast } from '../../../ui/toast'
import { applyMessage } from '../data/apply-comment-event'
import {
  attemptOf,
  findStored,
  isStoredAs,
  messageOf,
  type Draft,
  type DraftProblem,
  type Outbox,
} from './draft'
import { changeDraft, findDraft, readDrafts, removeDraft } from './draft-store'
import { reloadProject } from '../../../lib/query-keys'

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

/** Drafts that are open in a form of this page. Their author may correct them, so they are not sent by themselves. */
const held = new Set<string>()
const senders = new Set<() => void>()

function isHeld(key: string): boolean {
  return held.has(key)
}

/** Keeps a draft from being sent by itself. @returns a function that ends this */
export function holdDraft(key: string): () => void {
  held.add(key)
  return () => {
    held.delete(key)
    for (const send of senders) send()
  }
}

/** Calls back when a draft is no longer held. @returns a function that ends this */
function onRelease(send: () => void): () => void {
  senders.add(send)
  return () => void senders.delete(send)
}

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

/** Codes of refusals that are about the link, and not about the message. */
export const linkRefusals = new Set<string | undefined>([
  ...['view_only', 'round_closed'],
  ...['project_not_found', 'link_ended', 'link_locked'],
])

async function deliver(outbox: Outbox, key: string, options: SendOptions): Promise<SendOutcome> {
  const { permanentId } = outbox
  const draft = findDraft(permanentId, key)
  if (!draft) return { status: 'gone' }
  if (draft.account !== accountId())
    return fail(permanentId, key, { field: 'none', text: m.draft_other_login() })
  changeDraft(permanentId, key, { status: 'sending', problem: null })
  try {
    return finish(outbox, await store(outbox, draft), options)
  } catch (error) {
    const sent = findDraft(permanentId, key) ?? draft
    const message = isRefusal(error) ? undefined : findStored(outbox, sent)
    // The answer was lost, but the message itself arrived as a live event.
    if (message && isStoredAs(sent, message)) return finish(outbox, { sent, message, at: null }, options)
    if (mayWait(error, options)) {
      changeDraft(permanentId, key, { status: 'queued' })
      return { status: 'queued' }
    }
    const isOfLink = error instanceof AppError && linkRefusals.has(error.code)
    // The page does not know yet, for example because its live stream is interrupted.
    if (isOfLink) void reloadProject(outbox.queryClient, outbox.projectId)
    return fail(permanentId, key, problemOf(error))
  }
}

function fail(permanentId: string, key: string, problem: DraftProblem): SendOutcome {
  changeDraft(permanentId, key, { status: 'failed', problem })
  return { status: 'failed' }
}

interface Stored {
  /** The draft as it was sent. */
  sent: Draft
  message: Message
  /** The revision of the answer; null if the message arrived as a live event. */
  at: number | null
}

/** Removes the draft and its files if the server has stored what it says. */
function finish(
  { queryClient, projectId, permanentId }: Outbox,
  { sent, message, at }: Stored,
  { onSent }: SendOptions,
): SendOutcome {
  const { key } = sent
  if (at !== null) applyMessage(queryClient, projectId, message, { type: 'comment.added', at })
  if (!isStoredAs(sent, message))
    return fail(permanentId, key, { field: 'none', text: m.draft_stored_otherwise() })
  const present = findDraft(permanentId, key)
  if (present && !isStoredAs(present, message)) {
    // It was edited in another tab meanwhile.
    changeDraft(permanentId, key, { status: 'writing' })
    return { status: 'failed' }
  }
  announce(message.parent === null ? m.comment_added({ number: message.number }) : m.reply_added())
  onSent?.(message)
  removeDraft(permanentId, key)
  if (sent.pictures.length > 0) {
    import('./upload-pictures')
      .then(({ forgetPictures }) => forgetPictures(sent.pictures))
      .catch(() => {
        // The code could not be loaded. The next page that has it removes files without a draft.
      })
  }
  return { status: 'sent', message }
}

/** @throws AppError, NetworkError */
async function store(outbox: Outbox, draft: Draft): Promise<Stored> {
  if (draft.pictures.length === 0) return storeWords(outbox, draft)
  const { sendPictures } = await withWords(import('./upload-pictures'))
  return sendPictures(outbox, draft, (ready) => storeWords(outbox, ready))
}

/** Sends the whole message under its id. If an earlier attempt arrived, the server replaces that one.
 *  @throws AppError, NetworkError */
async function storeWords({ projectId, permanentId }: Outbox, draft: Draft): Promise<Stored> {
  const attempt = attemptOf(draft)
  changeDraft(permanentId, draft.key, attempt)
  const sent = { ...draft, ...attempt }
  const at = beginRevision()
  const body = messageOf(sent, attempt.sentAt)
  const message =
    draft.parent === null
      ? await call(commentsApi.addComment, { params: { projectId }, body })
      : await call(commentsApi.addReply, { params: { projectId, commentId: draft.parent }, body })
  return { sent, message, at }
}

/** Whether a draft waits for the network: there was no answer, and the browser says that it is offline. */
function mayWait(error: unknown, { onSilence }: SendOptions): boolean {
  const isSilent = !(error instanceof AppError)
  return (isSilent && !navigator.onLine) || (onSilence === 'queue' && !isRefusal(error))
}

/** Whether the server has answered that it does not store this. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.code !== 'request_timed_out'
}

/** Errors that the visitor can correct are shown with the server's sentence. All others get a general one. */
function problemOf(error: unknown): DraftProblem {
  if (!(error instanceof AppError) || error.status >= 500) return { field: 'none', text: m.could_not_send() }
  const isAboutName = error.code.startsWith('commenter_') || error.code === 'name_has_hidden_characters'
  const isAboutText = error.code.startsWith('text_')
  const field = isAboutName ? 'commenter' : isAboutText ? 'text' : 'none'
  return { field, text: error.message, code: error.code }
}

/** Pauses between attempts: a network that has just returned often fails once or twice more. */
const pausesMs = [1_000, 3_000, 10_000]
/** The pause while the browser says that it is offline. */
const longestPauseMs = 20_000

export function useOutbox(project: Project): Outbox {
  const queryClient = useQueryClient()
  const { _id: projectId, permanentId } = project
  return useMemo(() => ({ queryClient, projectId, permanentId }), [queryClient, projectId, permanentId])
}

/** Sends waiting drafts, and tries again while there are some: when the page opens or becomes visible, after a reload
 *  during sending, and when the network returns. They are also sent while this page offers no comments, because only the
 *  server knows whether they are possible now. A refused draft fails, so that its author can read, copy and delete it.
 *  @param isQueued whether a draft waits */
export function useSendWaiting(outbox: Outbox, isQueued: boolean): void {
  const sender = useRef<Sender>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const { sendNow, sendLater } = createSender(outbox, signal)
    sender.current = { sendNow, sendLater }
    const sendAndTell = async () => {
      const sent = await sendNow()
      if (signal.aborted || !navigator.onLine) return
      toast.show({ text: sent === 0 ? m.back_online() : m.back_online_sent({ count: sent }) })
    }
    void sendNow()
    // The tab that was sending a draft may have been closed.
    document.addEventListener('visibilitychange', () => void (document.hidden || sendNow()), { signal })
    window.addEventListener('online', () => void sendAndTell(), { signal })
    signal.addEventListener(
      'abort',
      onRelease(() => void sendLater()),
    )
    return () => controller.abort()
  }, [outbox])
  useEffect(() => {
    if (isQueued) void sender.current?.sendLater()
  }, [isQueued])
}

interface Sender {
  /** Sends what waits now. @returns how many were sent when nothing waits any more */
  sendNow: () => Promise<number>
  /** The same after a pause, because an attempt has just failed. */
  sendLater: () => Promise<number>
}

/** Sends waiting drafts one after the other, oldest first, so that the server numbers them in the order they were written.
 *  It pauses while there is no answer. What still has none after some tries goes back to its author, unless the browser
 *  says that it is offline. */
function createSender(outbox: Outbox, signal: AbortSignal): Sender {
  let isRunning = false
  let running = Promise.resolve(0)
  let tries = 0
  let endPause = () => {}

  async function sendAll(): Promise<number> {
    let sent = 0
    for (;;) {
      if (tries > 0) await pause(pausesMs[tries - 1] ?? longestPauseMs)
      const [next] = waitingDrafts(outbox)
      if (signal.aborted || !next) {
        isRunning = false
        return sent
      }
      const onSilence = tries < pausesMs.length ? 'queue' : 'fail'
      const { status } = await sendDraft(outbox, next.key, { onSilence })
      if (status === 'sent') sent += 1
      tries = status === 'queued' ? tries + 1 : 0
    }
  }
  function pause(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, durationMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  function run(): Promise<number> {
    if (!isRunning) {
      isRunning = true
      running = sendAll()
    }
    return running
  }
  signal.addEventListener('abort', () => endPause())
  return {
    sendNow: () => {
      tries = 0
      endPause()
      return run()
    },
    sendLater: () => {
      if (!isRunning) tries = 1
      return run()
    },
  }
}

function waitingDrafts({ permanentId }: Outbox): readonly Draft[] {
  return readDrafts(permanentId).filter(
    ({ key, status }) => !isHeld(key) && (status === 'queued' || (status === 'sending' && !isInFlight(key))),
  )
}
