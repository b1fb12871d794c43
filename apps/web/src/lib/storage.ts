/** The browser's local storage, which may be missing, forbidden or full. Values that it refuses are kept in
 *  memory, so that the page works until it is closed. Every read accesses the storage, because other tabs
 *  write to it too. */

const memory = new Map<string, string | null>()
const listeners = new Set<() => void>()
/** The keys that begin with a prefix, until one is added or removed. Only while this tab listens to the others. */
const known = new Map<string, readonly string[]>()

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
export function storedKeys(prefix: string): readonly string[] {
  const listed = known.get(prefix)
  if (listed) return listed
  const keys = new Set(memory.keys())
  try {
    for (const key of Object.keys(localStorage)) keys.add(key)
  } catch {
    // The browser's settings forbid it.
  }
  const found = [...keys].filter((key) => key.startsWith(prefix) && memory.get(key) !== null).toSorted()
  if (listeners.size > 0) known.set(prefix, found)
  return found
}

/** `null` removes the key. */
export function writeStored(key: string, value: string | null): void {
  if ((value === null) !== (readStored(key) === null)) known.clear()
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

/** Calls `listener` after every write, here or in another tab. A page that the browser kept for Back has missed what
 *  other tabs wrote meanwhile. */
export function subscribeStored(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const type of otherTabEvents) window.addEventListener(type, handleOtherTab)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    known.clear()
    for (const type of otherTabEvents) window.removeEventListener(type, handleOtherTab)
  }
}

const otherTabEvents = ['storage', 'pageshow']

function handleOtherTab(event: Event): void {
  if (event instanceof StorageEvent) {
    if (event.key === null) memory.clear()
    else memory.delete(event.key)
  }
  known.clear()
  for (const listener of listeners) listener()
}
