import { useEffect } from 'react'
import { isOnlyInMemory, readStored, writeStored } from './storage'
import { writerId } from './session'
import { useStored } from './store'

/** Unsent texts, by the id of an edited comment or another key. They survive closing the popup or the tab. */
const prefix = 'pinmark.text '
/** Each account has its own texts. */
function storageKey(key: string): string {
  const writer = writerId()
  return prefix + (writer === null ? key : `${writer} ${key}`)
}

export function useKeptText(key: string): string | null {
  return useStored(() => readStored(storageKey(key)))
}

/** Whether closing the page loses an unsent text, because the browser's storage is full or forbidden. */
export function useHasUnstoredText(): boolean {
  return useStored(() => isOnlyInMemory(prefix))
}

/** `null` removes it. */
export function keepText(key: string, text: string | null): void {
  writeStored(storageKey(key), text)
}

/** Removes a text, and returns it. */
export function takeText(key: string): string | null {
  const text = readStored(storageKey(key))
  keepText(key, null)
  return text
}

/** Removes a text that was sent or cancelled, unless it was changed meanwhile, for example in another tab. */
export function forgetText(key: string, text: string | null): void {
  if (readStored(storageKey(key)) === text) keepText(key, null)
}

/** Makes the browser ask before the page is left. It listens only while there is a reason, because a permanent
 *  listener keeps the page out of the back/forward cache. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
