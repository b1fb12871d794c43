import * as commentsApi from '@pinmark/shared/api/comments'
import { AppError, errorSentence } from '@pinmark/shared/page-errors'
import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { randomId } from '../../../lib/identity'
import { readStored, storedKeys, writeStored } from '../../../lib/storage'
import { createSignal } from '../../../lib/store'
import { UploadCancelled, uploadForm } from '../../../lib/upload'
import { announce } from '../../../lib/announce'
import { findStored, type Draft, type DraftPicture, type Outbox } from './draft'
import { changeDraft, editDraft, findDraft, isPictureUsed, saveDraft } from './draft-store'
import { forgetFiles, forgetUnused, keepFile, readFile } from './kept-files'

/** Progress of a picture's upload, from 0 to 1, that it waits for the network, or the reason of its failure, and whether a
 *  retry can help. */
export type UploadState =
  | { readonly share: number }
  | { readonly waits: true }
  | { readonly problem: string; readonly isFinal: boolean }

const states = new Map<string, UploadState>()
const underWay = new Map<string, { done: Promise<void>; controller: AbortController }>()
const changed = createSignal()
export const subscribeUploads = changed.listen

export function stateOf(id: string): UploadState | undefined {
  return states.get(id)
}

/** Why pictures of a draft were not added, each reason once. */
export function problemsOf(pictures: readonly DraftPicture[]): string[] {
  const states = pictures.map(({ id }) => stateOf(id))
  return [...new Set(states.flatMap((state) => (state && 'problem' in state ? state.problem : [])))]
}

function setState(id: string, state: UploadState | null): void {
  if (state) states.set(id, state)
  else states.delete(id)
  changed.send()
}

/** The server keeps a picture without a message for an hour; a clock may be wrong by some minutes. */
const trustMs = limits.picture.waitsMs - 10 * 60_000
const types = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
const bytesPerMb = 1024 ** 2
/** Statuses that refuse the file itself. */
const fileErrors = new Set([400, 413, 415])

/** Under this key and the id of a picture is the time when the server received it. It is not in the draft: an upload ends
 *  at any time, also while another tab changes the draft. */
const arrivedKey = 'pinmark.picture.'

void forgetUnused((id, project) => isPictureUsed(project, id))
for (const key of storedKeys(arrivedKey)) if (!isTrusted(readStored(key))) writeStored(key, null)

let attaching: Promise<unknown> = Promise.resolve()

/** Adds files to a draft as pictures, in order, and uploads them before the draft is sent.
 *  @returns why some of them were refused; null if none was */
export function attachFiles(outbox: Outbox, draft: Draft, files: readonly File[]): Promise<string | null> {
  // Stored from now on, so that a draft that is deleted while its files are read does not return.
  if (!findDraft(outbox.permanentId, draft.key) && !findStored(outbox, draft))
    saveDraft(outbox.permanentId, draft)
  const taking = attaching.then(() => takeFiles(outbox, draft, files))
  attaching = taking.catch(() => undefined)
  return taking
}

async function takeFiles(outbox: Outbox, draft: Draft, files: readonly File[]): Promise<string | null> {
  const { permanentId } = outbox
  const { pictures: earlier } = findDraft(permanentId, draft.key) ?? draft
  const room = limits.picture.perMessage - earlier.length
  const fit = files.filter((file) => refusalOf(file) === null)
  const taken = fit.slice(0, room)
  for (const file of taken) {
    const id = randomId()
    await keepFile(id, permanentId, file)
    const present = findDraft(permanentId, draft.key)
    // Storing the draft again would restore it.
    if (!present || present.status === 'sending' || findStored(outbox, present)) {
      void forgetFiles([id])
      const isSent = present !== undefined || findStored(outbox, draft) !== undefined
      return isSent ? m.picture_message_sent() : m.picture_message_deleted()
    }
    const pictures = [...present.pictures, { id, name: file.name }]
    editDraft(permanentId, draft.key, { pictures, problem: null })
    uploadAhead(outbox, id)
  }
  if (taken.length > 0) announce(m.pictures_added({ count: taken.length }))
  const refused = files.find((file) => refusalOf(file) !== null)
  if (refused) return refusalOf(refused)
  return fit.length > room ? m.pictures_too_many({ count: limits.picture.perMessage }) : null
}

function refusalOf({ type, size }: File): string | null {
  if (size === 0) return errorSentence('image_empty')
  if (!types.has(type)) return m.picture_not_supported()
  const mb = Math.ceil((size / bytesPerMb) * 10) / 10
  return size > limits.picture.maxMb * bytesPerMb
    ? m.picture_too_large({ size: mb, limit: limits.picture.maxMb })
    : null
}

/** Uploads a picture while its message is still being written. The picture shows the result. */
export function uploadAhead(outbox: Outbox, id: string): void {
  upload(outbox, id).catch(() => undefined)
}

export function detachPicture({ permanentId }: Outbox, key: string, id: string): void {
  underWay.get(id)?.controller.abort()
  const pictures = findDraft(permanentId, key)?.pictures.filter((picture) => picture.id !== id)
  editDraft(permanentId, key, { pictures: pictures ?? [], problem: null })
  setState(id, null)
  void forgetFiles([id])
}

/** Uploads the missing pictures of a draft, and then sends its message. @throws AppError, NetworkError */
export async function sendPictures<Stored>(
  outbox: Outbox,
  draft: Draft,
  sendMessage: (ready: Draft) => Promise<Stored>,
): Promise<Stored> {
  const { permanentId } = outbox
  const send = async (wanted: Draft) => {
    const missing = wanted.pictures.filter(({ id }) => !isWithServer(id))
    await Promise.all(missing.map(({ id }) => upload(outbox, id)))
    return sendMessage(findDraft(permanentId, wanted.key) ?? wanted)
  }
  try {
    return await send(draft)
  } catch (error) {
    const isLost = error instanceof AppError && /^picture_(not_there|used|id_taken)$/.test(error.code)
    if (!isLost) throw error
    return send(await renewPictures(permanentId, draft.key))
  }
}

/** Forgets the files of a message that is stored. */
export function forgetPictures(pictures: readonly DraftPicture[]): void {
  for (const { id } of pictures) setState(id, null)
  void forgetFiles(pictures.map(({ id }) => id))
}

/** Uploads the pictures again as new ones. The server no longer has them, or they belong to another
 *  person. */
async function renewPictures(permanentId: string, key: string): Promise<Draft> {
  const draft = findDraft(permanentId, key)
  if (!draft) throw new UploadCancelled()
  const pictures: DraftPicture[] = []
  for (const { id, name } of draft.pictures) {
    const file = await readFile(id)
    const next = file ? randomId() : id
    if (file) await keepFile(next, permanentId, file)
    pictures.push({ id: next, name })
  }
  changeDraft(permanentId, key, { pictures })
  return { ...draft, pictures }
}

/** Whether the server has the picture, and keeps it long enough for its message. */
export function isWithServer(id: string): boolean {
  return isTrusted(readStored(arrivedKey + id))
}

function isTrusted(arrivedAt: string | null): boolean {
  return arrivedAt !== null && Date.parse(arrivedAt) > Date.now() - trustMs
}

/** The browser has removed the file, or it could keep it only while its page was open. */
class FileGone extends Error {}

/** A second call during an attempt joins it. @throws AppError, NetworkError */
function upload(outbox: Outbox, id: string): Promise<void> {
  const running = underWay.get(id)
  if (running) return running.done
  const controller = new AbortController()
  const done = send(outbox, id, controller.signal).finally(() => underWay.delete(id))
  underWay.set(id, { done, controller })
  return done
}

async function send({ projectId }: Outbox, id: string, signal: AbortSignal) {
  setState(id, { share: 0 })
  try {
    const file = await readFile(id)
    if (!file) throw new FileGone()
    const form = new FormData()
    form.set('_id', id)
    form.set('image', file)
    await uploadForm(commentsApi.addPicture, { projectId }, form, {
      signal,
      onProgress: (share) => setState(id, { share }),
    })
    writeStored(arrivedKey + id, new Date().toISOString())
    setState(id, null)
  } catch (error) {
    if (error instanceof UploadCancelled) return
    if (!(error instanceof AppError || error instanceof FileGone) && !navigator.onLine) {
      setState(id, { waits: true })
      throw error
    }
    const isSaid = error instanceof AppError && error.status < 500
    const isFinal = error instanceof AppError && fileErrors.has(error.status)
    if (error instanceof FileGone) setState(id, { problem: m.picture_gone(), isFinal: true })
    else setState(id, { problem: isSaid ? error.message : m.picture_send_failed(), isFinal })
    announce(m.picture_was_not_added())
    throw error
  }
}
