import { useCallback, useSyncExternalStore } from 'react'
import { readStored, subscribeStored, writeStored } from '../../lib/storage'

const key = 'pinmark.expanded'

/** Whether the design fills the window, remembered by this browser. `public/first.js` tells the first paint. */
export function useExpanded() {
  const isExpanded = useSyncExternalStore(subscribeStored, () => readStored(key) !== null)
  const setExpanded = useCallback((is: boolean) => {
    document.documentElement.toggleAttribute('data-expanded', is)
    writeStored(key, is ? '1' : null)
  }, [])
  return [isExpanded, setExpanded] as const
}
