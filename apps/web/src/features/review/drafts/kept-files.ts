/** Files of pictures that are not sent yet, in this browser's IndexedDB, so that a reload or a lost network
 *  loses none. Without IndexedDB they are kept while the page is open. */

interface KeptFile {
  readonly id: string
  /** Permanent id of the project whose draft has it. */
  readonly project: string
  readonly name: string
  readonly type: string
  /** Bytes and not a `Blob`: Safari stores none in private windows. https://bugs.webkit.org/show_bug.cgi?id=156347 */
  readonly bytes: ArrayBuffer
  /** In milliseconds since 1970. */
  readonly keptAt: number
}

const storeName = 'files'
const memory = new Map<string, KeptFile>()
let opening: Promise<IDBDatabase | null> | undefined

function open(): Promise<IDBDatabase | null> {
  return (opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('pinmark-pictures', 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(storeName, { keyPath: 'id' }),
      )
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => resolve(null))
      request.addEventListener('blocked', () => resolve(null))
    } catch {
      // Forbidden by the browser's settings.
      resolve(null)
    }
  }))
}

/** @returns null if the database is not available */
async function run<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  const database = await open()
  if (!database) return null
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(storeName, mode)
      const request = ask(transaction.objectStore(storeName))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => resolve(null))
    } catch {
      resolve(null)
    }
  })
}

export async function keepFile(id: string, project: string, file: File): Promise<void> {
  const { name, type } = file
  const kept = { id, project, name, type, bytes: await file.arrayBuffer(), keptAt: Date.now() }
  const key = await run('readwrite', (store) => store.put(kept))
  if (key === null) memory.set(id, kept)
}

export async function readFile(id: string): Promise<File | null> {
  const kept = memory.get(id) ?? (await run<KeptFile | undefined>('readonly', (store) => store.get(id)))
  return kept ? new File([kept.bytes], kept.name, { type: kept.type }) : null
}

export async function forgetFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    memory.delete(id)
    await run('readwrite', (store) => store.delete(id))
  }
}

/** Removes files that no draft uses. A new one may not be in its draft yet, and a deleted draft can be
 *  restored. */
export async function forgetUnused(isUsed: (id: string, project: string) => boolean): Promise<void> {
  const all = await run<KeptFile[]>('readonly', (store) => store.getAll())
  const before = Date.now() - 60 * 60_000
  const unused = (all ?? []).filter(({ id, project, keptAt }) => keptAt < before && !isUsed(id, project))
  await forgetFiles(unused.map(({ id }) => id))
}
