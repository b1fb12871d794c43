import { Zip, ZipPassThrough } from 'fflate'
import type { FetchedFile } from '../../lib/download'

/** Packs several files, which are compressed already, into one archive. Its bytes go to the browser's own
 *  storage as they arrive. */
export async function zipFiles(name: string, files: readonly FetchedFile[]): Promise<FetchedFile> {
  const parts: Blob[] = []
  await new Promise<void>((resolve, reject) => {
    const zip = new Zip((error, bytes, isLast) => {
      if (error) return reject(error)
      parts.push(new Blob([new Uint8Array(bytes)]))
      if (isLast) resolve()
    })
    const addAll = async () => {
      for (const [at, { name: fileName, content }] of files.entries()) {
        // Designs may have the same name.
        const entry = new ZipPassThrough(`${at + 1} ${fileName}`)
        zip.add(entry)
        entry.push(new Uint8Array(await content.arrayBuffer()), true)
      }
      zip.end()
    }
    addAll().catch(reject)
  })
  return { name: name.replace(/[\\/:*?"<>|%]+/g, '-'), content: new Blob(parts, { type: 'application/zip' }) }
}
