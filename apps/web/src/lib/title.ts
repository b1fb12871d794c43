import { useLayoutEffect, useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()

/** The tab's title, `Name · Pinmark`. It stays until the next page sets its own; null while a page has none yet. */
export function useTitle(title: string | null): void {
  // Before the paint, so that no frame shows a page under the title of the one before.
  useLayoutEffect(() => {
    if (title === null) return
    document.title = title ? `${title} · Pinmark` : 'Pinmark'
    current = title
    for (const listener of listeners) listener()
  }, [title])
}

/** The title of the page that is open. */
export function useCurrentTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
