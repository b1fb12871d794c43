/** The browser's local storage, which may be missing, forbidden or full. Values that it refuses are kept in
 *  memory, so that the page works until it is closed. Every read accesses the storage, because other tabs
 *  write to it too. */

const memory = new Map<string, string | null>()
const listeners = new Set<() => void>()

export function readStored(key: string): string | null {
  const kept = memory.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key)
  } catch {
    // The browser's settings forbid it, so nothing is stored.
    return null
  }
}

/** The keys with a value that begin with `prefix`, sorted. */
export function storedKeys(prefix: string): string[] {
  const keys = new Set(memory.keys())
  try {
    for (const key of Object.keys(localStorage)) keys.add(key)
  } catch {
    // The browser's settings forbid it.
  }
  return [...keys].filter((key) => key.startsWith(prefix) && memory.get(key) !== null).toSorted()
}

/** `null` removes the key. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
  for (const listener of listeners) listener()
}

/** Whether a value whose key begins with `prefix` is only in memory, and lost when the page closes. */
export function isOnlyInMemory(prefix: string): boolean {
  return [...memory].some(([key, value]) => value !== null && key.startsWith(prefix))
}

/** Calls `listener` after every write, here or in another tab. */
export function subscribeStored(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', handleOtherTab)
  }
}

function handleOtherTab({ key }: StorageEvent): void {
  if (key === null) memory.clear()
  else memory.delete(key)
  for (const listener of listeners) listener()
}
