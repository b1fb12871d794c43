/** How many keys a map holds before windows that have ended are removed. */
const maxKeys = 20_000

/** Keeps a map of windows from growing with every network. It removes windows that have ended, then the oldest ones. */
export function makeRoom(windows: Map<string, { endsAt: number }>, now: number): void {
  if (windows.size < maxKeys) return
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  for (const key of windows.keys()) {
    if (windows.size < maxKeys * 0.9) return
    windows.delete(key)
  }
}
