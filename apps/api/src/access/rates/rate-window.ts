/** So many times in so many seconds. */
export interface RateWindow {
  name: string
  points: number
  seconds: number
}

/** What came of counting: over the limit or not, and how long the window still is. */
export interface Count {
  isOver: boolean
  waitMs: number
}

/** How many keys a counter holds before it looks for ones that are over. */
const maxKeys = 20_000

/** Keeps a map of windows from growing with every network that ever came by: what is over goes, then the oldest. */
export function makeRoom(windows: Map<string, { endsAt: number }>, now: number): void {
  if (windows.size < maxKeys) return
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  for (const key of windows.keys()) {
    if (windows.size < maxKeys * 0.9) return
    windows.delete(key)
  }
}
