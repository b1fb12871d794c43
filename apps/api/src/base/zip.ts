import { PassThrough, type Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** With `/` between folders. */
  path: string
  modifiedAt: Date
  /** False for data that are already compressed. */
  isCompressible: boolean
  content: Readable
}

/** Writes a ZIP archive, one entry after the other and only as fast as `sink` takes it, so that memory does
 *  not grow with the archive. Ends `sink`; destroys it when an entry fails, so that a broken archive never
 *  looks complete. */
export async function writeZip(entries: AsyncIterable<ZipEntry>, sink: Writable): Promise<void> {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  zip.outputStream.pipe(output)
  const sending = pipeline(output, sink)
  // The reader has left. Releasing the present entry also ends the adding of entries.
  const letGo = () => current?.destroy()
  sending.catch(letGo)

  try {
    for await (const { path, modifiedAt, isCompressible, content } of entries) {
      current = content
      if (output.destroyed) {
        content.destroy()
        break
      }
      zip.addReadStream(content, path, { mtime: modifiedAt, compress: isCompressible })
      await finished(content)
    }
    zip.end()
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    // Of the two failures the first one is the reason.
    await sending.catch(() => undefined)
    throw error
  }
  await sending
}
