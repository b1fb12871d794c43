import { useSyncExternalStore } from 'react'

const stepMs = 60_000

/** The time in whole minutes, for every relative time on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / stepMs) * stepMs)
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs / 4)
  return () => clearInterval(timer)
}
