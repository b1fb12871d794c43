import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useMemo, useState } from 'react'
import { isOnlyInMemory, readStored, storedKeys, writeStored } from '../../../lib/storage'
import { writerId } from '../../../lib/session'
import { useStored } from '../../../lib/store'
import { draftSchema, edited, isEmptyDraft, withOwnName, type Draft } from './draft'

/** Drafts of one project, stored in this browser from their first letter on. Every call reads the storage
 *  again, so that several tabs see the same drafts. Each draft has its own key, and its text and its pictures have one
 *  too, because a tab learns of what another one writes a moment later: a change of the state or the place must not
 *  overwrite what is typed at this moment. */

const none: readonly Draft[] = []

/** Drafts without text, by project: temporary pins of the open page, which are not restored. */
const empties = new Map<string, readonly Draft[]>()

interface Snapshot {
  readonly writer: string | null
  readonly stored: string
  readonly empties: readonly Draft[]
  readonly drafts: readonly Draft[]
}
const snapshots = new Map<string, Snapshot>()

/** Whether a draft of any account has a picture. */
export function isPictureUsed(permanentId: string, id: string): boolean {
  return storedParts(permanentId)
    .flatMap(parseDraft)
    .some(({ pictures }) => pictures.some((picture) => picture.id === id))
}

/** Those of the account and of visitors without a login, oldest first. The same array until something changes. */
export function readDrafts(permanentId: string): readonly Draft[] {
  const parts = storedParts(permanentId)
  const stored = JSON.stringify(parts)
  const writer = writerId()
  const ofPage = empties.get(permanentId) ?? none
  const known = snapshots.get(permanentId)
  if (known?.stored === stored && known.writer === writer && known.empties === ofPage) return known.drafts
  const own = parts.flatMap(parseDraft).filter(({ account }) => account === null || account === writer)
  const drafts = [...own.toSorted(byStart), ...ofPage]
  snapshots.set(permanentId, { writer, stored, empties: ofPage, drafts })
  return drafts
}

export function findDraft(permanentId: string, key: string): Draft | undefined {
  return readDrafts(permanentId).find((draft) => draft.key === key)
}

/** Stores a draft, replacing the one with the same key. */
export function saveDraft(permanentId: string, draft: Draft): void {
  write(permanentId, draft.key, draft)
}

/** Does nothing when the draft no longer exists, so that a draft that was sent or deleted elsewhere does not return. */
export function changeDraft(permanentId: string, key: string, change: Partial<Draft>): void {
  const draft = findDraft(permanentId, key)
  if (draft) saveDraft(permanentId, { ...draft, ...change })
}

/** The same for a change by its author. */
export function editDraft(permanentId: string, key: string, change: Partial<Draft>): void {
  const draft = findDraft(permanentId, key)
  if (draft) saveDraft(permanentId, edited(draft, change))
}

export function removeDraft(permanentId: string, key: string): void {
  write(permanentId, key, null)
}

/** @param isKept keys of those that stay, because pictures are being added to them */
export function removeEmptyDrafts(permanentId: string, isKept: (key: string) => boolean): void {
  for (const { key } of empties.get(permanentId) ?? none) if (!isKept(key)) removeDraft(permanentId, key)
}

function useDrafts(permanentId: string): readonly Draft[] {
  return useStored(() => readDrafts(permanentId))
}

export function useDraft(permanentId: string, key: string): Draft | undefined {
  return useStored(() => findDraft(permanentId, key))
}

/** All drafts for pins and rows, without the text that is still being typed, so that typing renders
 *  neither. */
export function useOutgoing(permanentId: string): readonly Draft[] {
  const signature = useStored(() => JSON.stringify(readDrafts(permanentId).map(withoutWords)))
  return useMemo((): readonly Draft[] => JSON.parse(signature), [signature])
}

/** Replaces the text by one character, because drafts with and without text are treated differently. */
function withoutWords(draft: Draft): Draft {
  if (draft.status !== 'writing') return draft
  return { ...draft, text: isEmptyDraft(draft) ? '' : '…', commenter: '', problem: null }
}

function write(permanentId: string, key: string, draft: Draft | null): void {
  const isEmpty = draft !== null && isEmptyDraft(draft)
  const others = (empties.get(permanentId) ?? none).filter((empty) => empty.key !== key)
  const empty = isEmpty ? [...others, draft] : others
  if (empty.length > 0) empties.set(permanentId, empty)
  else empties.delete(permanentId)
  const parts = draft === null || isEmpty ? [] : partsOf(draft)
  // Last, because writing notifies all listeners.
  for (const [at, own] of partKeys(storageKey(permanentId, key)).entries()) {
    const next = parts[at] ? JSON.stringify(parts[at]) : null
    // A part that this change leaves as it is may have changed in another tab.
    if (next === null || next !== readStored(own) || isOnlyInMemory(own)) writeStored(own, next)
  }
}

/** What is stored of a draft, each under its own key. */
function partsOf({ text, pictures, ...rest }: Draft): readonly object[] {
  return [{ text }, { pictures }, rest]
}

/** The keys of the parts of a draft. */
function partKeys(key: string): readonly string[] {
  return [`${key}.text`, `${key}.pictures`, key]
}

function storageKey(permanentId: string, key: string): string {
  return `pinmark.draft.${permanentId}.${key}`
}

type Parts = readonly (string | null)[]

function storedParts(permanentId: string): readonly Parts[] {
  const prefix = storageKey(permanentId, '')
  return storedKeys(prefix)
    .filter((key) => !key.includes('.', prefix.length))
    .map((key) => partKeys(key).map(readStored))
}

function byStart(one: Draft, other: Draft): number {
  return Date.parse(one.startedAt) - Date.parse(other.startedAt)
}

/** Nothing for a draft of an unknown shape, for example from an older version. Earlier versions store all parts under the
 *  last key: a page that has been open since then may have written it just now. */
function parseDraft(parts: Parts): Draft | [] {
  return draftSchema.safeParse(Object.assign({}, ...parts.map(parseJson))).data ?? []
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

interface ReplyDrafts {
  /** The reply in the thread's field, from its first letter on. */
  readonly written: Draft | null
  /** Replies that are sent automatically when the network is back. */
  readonly waiting: readonly Draft[]
}

/** The unsent replies of this browser to a thread. */
export function useReplyDrafts(permanentId: string, thread: Comment): ReplyDrafts {
  const drafts = useDrafts(permanentId)
  return useMemo(() => {
    const own = drafts.filter(({ parent }) => parent === thread._id)
    return {
      written: own.find(({ status }) => status !== 'queued') ?? null,
      waiting: own.filter(({ status }) => status === 'queued'),
    }
  }, [drafts, thread])
}

export type FirstField = 'commenter' | 'text'

/** The field that gets the focus when a draft is opened, and its setter: the comment, unless the name is missing then. */
export function useFirstField(
  project: Project,
  draft: Draft | undefined,
): [FirstField, (field: FirstField) => void] {
  const key = draft?.key
  const [first, setFirst] = useState<{ key: string | undefined; field: FirstField }>()
  const setField = useCallback((field: FirstField) => setFirst({ key, field }), [key])
  if (first && first.key === key) return [first.field, setField]
  const field = draft && withOwnName(project, draft).commenter === '' ? 'commenter' : 'text'
  setField(field)
  return [field, setField]
}
