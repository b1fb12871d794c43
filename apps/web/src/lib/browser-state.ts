import { pageConstants } from '@pinmark/shared/limits'
import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches, also after the window or a setting changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** The main pointer is a finger. */
export const useIsCoarse = () => useMedia('(pointer: coarse)')

/** Below 768 px. The fraction covers the widths between two whole pixels that zoomed windows have. */
export const useIsPhone = () => useMedia(`(max-width: ${pageConstants.phoneBelowPx - 0.02}px)`)

/** Whether the browser reports a network. It may be wrong about which servers can be reached. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
