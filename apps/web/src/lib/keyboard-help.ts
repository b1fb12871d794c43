import { useSyncExternalStore } from 'react'

/** Whether the list of keys is open: the bar, the foot of the page and the key `?` all open the one dialog. */
let isOpen = false
const listeners = new Set<() => void>()

export function setKeyboardHelpOpen(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function useKeyboardHelpOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
