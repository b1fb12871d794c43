import { useEffect, useRef } from 'react'
import { isPageKey, keyName, readSingleKeys } from '../../lib/shortcuts'

export interface PageKeys {
  /** By `keyName`. */
  readonly [key: string]: (() => void) | undefined
}

/** Handles keys of the project page while the page or the design has the focus: never while typing, in a
 *  menu, or together with a modifier that belongs to the browser. `isOn` is false while a modal is open.
 *  `isFirst` handles a key before other handlers of the same key. Single keys can be switched off; Esc always
 *  works. */
export function usePageKeys(keys: PageKeys, isOn: boolean, { isFirst = false } = {}): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return undefined
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isPageKey(event) || (event.key !== 'Escape' && !readSingleKeys())) return
      const action = latest.current[keyName(event)]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', handleKeyDown, isFirst)
    return () => window.removeEventListener('keydown', handleKeyDown, isFirst)
  }, [isOn, isFirst])
}
