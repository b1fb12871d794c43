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
