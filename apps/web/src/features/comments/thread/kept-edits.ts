import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../lib/storage'
import { useStored } from '../../../lib/use-stored'

/** Unsaved edits by the id of their comment. They survive closing the popup or the tab. */
const storageKey = 'pinmark.edits'
const editsSchema = z.record(z.string(), z.string())

export function useKeptEdit(id: string): string | null {
  return useStored(() => readEdits()[id] ?? null)
}

/** `null` removes it. */
export function keepEdit(id: string, text: string | null): void {
  const { [id]: _, ...others } = readEdits()
  const edits = text === null ? others : { ...others, [id]: text }
  writeStored(storageKey, Object.keys(edits).length > 0 ? JSON.stringify(edits) : null)
}

function readEdits(): Record<string, string> {
  const stored = readStored(storageKey)
  if (stored === null) return {}
  try {
    return editsSchema.safeParse(JSON.parse(stored)).data ?? {}
  } catch {
    // Not written by this app, so it counts as missing.
    return {}
  }
}
