import { useMemo } from 'react'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../lib/storage'
import { useStored } from '../../../lib/use-stored'
import { draftSchema, isEmptyDraft, type Draft } from './draft'

/** Drafts of one project, stored in this browser from their first letter on. Every call reads the storage
 *  again, so that several tabs see the same drafts and none overwrites the changes of another. */

const none: readonly Draft[] = []

/** Drafts without text, by project: temporary pins of the open page, which are not restored. */
const empties = new Map<string, readonly Draft[]>()

interface Snapshot {
  readonly stored: string | null
  readonly empties: readonly Draft[]
  readonly drafts: readonly Draft[]
}
const snapshots = new Map<string, Snapshot>()

/** Oldest first. The same array until something changes. */
export function readDrafts(permanentId: string): readonly Draft[] {
  const stored = readStored(storageKey(permanentId))
  const ofPage = empties.get(permanentId) ?? none
  const known = snapshots.get(permanentId)
  if (known?.stored === stored && known.empties === ofPage) return known.drafts
  const drafts = [...parseStored(stored), ...ofPage]
  snapshots.set(permanentId, { stored, empties: ofPage, drafts })
  return drafts
}

export function findDraft(permanentId: string, key: string): Draft | undefined {
  return readDrafts(permanentId).find((draft) => draft.key === key)
}

/** Stores a draft, replacing the one with the same key. */
export function saveDraft(permanentId: string, draft: Draft): void {
  const drafts = readDrafts(permanentId)
  const isKnown = drafts.some(({ key }) => key === draft.key)
  write(
    permanentId,
    isKnown ? drafts.map((old) => (old.key === draft.key ? draft : old)) : [...drafts, draft],
  )
}

/** Does nothing when the draft no longer exists, so that a draft that was sent or deleted elsewhere does not return. */
export function changeDraft(permanentId: string, key: string, change: Partial<Draft>): void {
  const draft = findDraft(permanentId, key)
  if (draft) saveDraft(permanentId, { ...draft, ...change })
}

export function removeDraft(permanentId: string, key: string): void {
  write(
    permanentId,
    readDrafts(permanentId).filter((draft) => draft.key !== key),
  )
}

export function removeEmptyDrafts(permanentId: string): void {
  if (empties.has(permanentId))
    write(
      permanentId,
      readDrafts(permanentId).filter((draft) => !isEmptyDraft(draft)),
    )
}

export function useDrafts(permanentId: string): readonly Draft[] {
  return useStored(() => readDrafts(permanentId))
}

export function useDraft(permanentId: string, key: string): Draft | undefined {
  return useStored(() => findDraft(permanentId, key))
}

/** All drafts for pins and rows, without the text that is still being typed, so that typing renders
 *  neither. */
export function useOutgoing(permanentId: string): readonly Draft[] {
  const signature = useStored(() => JSON.stringify(readDrafts(permanentId).map(withoutWords)))
  return useMemo(() => parseStored(signature), [signature])
}

/** Replaces the text by one character, because drafts with and without text are treated differently. */
function withoutWords(draft: Draft): Draft {
  if (draft.status !== 'writing') return draft
  return { ...draft, text: isEmptyDraft(draft) ? '' : '…', commenter: '', problem: null }
}

function write(permanentId: string, drafts: readonly Draft[]): void {
  const empty = drafts.filter(isEmptyDraft)
  if (empty.length > 0) empties.set(permanentId, empty)
  else empties.delete(permanentId)
  const kept = drafts.filter((draft) => !isEmptyDraft(draft))
  // Last, because writing notifies all listeners.
  writeStored(storageKey(permanentId), kept.length > 0 ? JSON.stringify(kept) : null)
}

function storageKey(permanentId: string): string {
  return `pinmark.drafts.${permanentId}`
}

/** Skips drafts of an unknown shape, for example from an older version. */
function parseStored(stored: string | null): Draft[] {
  if (stored === null) return []
  const drafts = z.array(z.unknown()).safeParse(parseJson(stored))
  if (!drafts.success) return []
  return drafts.data.flatMap((draft) => draftSchema.safeParse(draft).data ?? [])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
