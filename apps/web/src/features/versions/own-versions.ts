import { createStore, useStore } from '../../lib/store'

/** The versions and designs that this page itself adds and removes. Notes leave them out. */
interface OwnChanges {
  /** How many changes wait for their answer. Before it, nobody knows what they have made. */
  readonly running: number
  /** Of the last change: ids of designs, and versions by `versionName`. */
  readonly names: ReadonlySet<string>
}

const own = createStore<OwnChanges>({ running: 0, names: new Set() })

/** Versions are named by their number, which is never used again. */
export function versionName(designId: string, number: number | string): string {
  return `${designId} ${number}`
}

export function useOwnChanges(): OwnChanges {
  return useStore(own, (changes) => changes)
}

/** Begins a change of versions or designs. Notes wait until it ends.
 *  @returns a function that ends it, with the names of what was added or removed */
export function beginOwnChange(): (names: readonly string[]) => void {
  const { running, names } = own.get()
  own.set({ running: running + 1, names: running === 0 ? new Set() : names })
  return (added) => {
    const now = own.get()
    own.set({ running: now.running - 1, names: new Set([...now.names, ...added]) })
  }
}

/** Makes such a change.
 *  @param change returns the names of what it has added or removed */
export async function ownChange(change: () => Promise<readonly string[]>): Promise<void> {
  const end = beginOwnChange()
  let names: readonly string[] = []
  try {
    names = await change()
  } finally {
    end(names)
  }
}
