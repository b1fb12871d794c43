import { useLayoutEffect, useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()

/** The tab's title, `Name · Pinmark`, or `(3) Name · Pinmark` with three new things on the page. It stays
 *  until the next page sets its own; null while a page has none yet. */
export function useTitle(title: string | null, newCount = 0): void {
  // Before the paint, so that no frame shows a page under the title of the one before.
  useLayoutEffect(() => {
    if (title === null) return
    document.title = `${newCount > 0 ? `(${newCount}) ` : ''}${title && `${title} · `}Pinmark`
  }, [title, newCount])
  useLayoutEffect(() => {
    if (title === null) return
    current = title
    for (const listener of listeners) listener()
  }, [title])
}

/** The title of the page that is open, without the count. */
export function useCurrentTitle(): string {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
