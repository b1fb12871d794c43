import * as z from 'zod/mini'
import { readStored, writeStored } from './storage'
import { useStored } from './use-stored'

/** Unsent texts by what they belong to: the id of an edited comment, or another key. They survive closing the popup or
 *  the tab. */
const storageKey = 'pinmark.edits'
const textsSchema = z.record(z.string(), z.string())

export function useKeptText(key: string): string | null {
  return useStored(() => readTexts()[key] ?? null)
}

/** `null` removes it. */
export function keepText(key: string, text: string | null): void {
  const { [key]: _, ...others } = readTexts()
  const texts = text === null ? others : { ...others, [key]: text }
  writeStored(storageKey, Object.keys(texts).length > 0 ? JSON.stringify(texts) : null)
}

function readTexts(): Record<string, string> {
  const stored = readStored(storageKey)
  if (stored === null) return {}
  try {
    return textsSchema.safeParse(JSON.parse(stored)).data ?? {}
  } catch {
    // Not written by this app, so it counts as missing.
    return {}
  }
}
