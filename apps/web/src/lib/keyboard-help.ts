import { useSyncExternalStore } from 'react'

/** Whether the list of keys is open. Navbar, footer and the key `?` all open the same dialog. */
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
