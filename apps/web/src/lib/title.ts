import { useLayoutEffect } from 'react'
import { createStore, useStore } from './store'

const current = createStore('')

/** The tab's title, `Name · Pinmark`, or `(3) Name · Pinmark` with three new things on the page. It stays
 *  until the next page sets its own; null while a page has none yet. */
export function useTitle(title: string | null, newCount = 0): void {
  // Before the paint, so that no frame shows a page under the title of the one before.
  useLayoutEffect(() => {
    if (title === null) return
    document.title = `${newCount > 0 ? `(${newCount}) ` : ''}${title && `${title} · `}Pinmark`
    current.set(title)
  }, [title, newCount])
}

/** The title of the page that is open, without the count. */
export function useCurrentTitle(): string {
  return useStore(current, (title) => title)
}
