import { readStored, writeStored } from './storage'
import { useStored } from './use-stored'

/** Unsent texts, by the id of an edited comment or another key. They survive closing the popup or the tab. */
const storageKey = (key: string) => `pinmark.text ${key}`

export function useKeptText(key: string): string | null {
  return useStored(() => readStored(storageKey(key)))
}

/** `null` removes it. */
export function keepText(key: string, text: string | null): void {
  writeStored(storageKey(key), text)
}
