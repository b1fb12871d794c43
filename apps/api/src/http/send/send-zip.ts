import { PassThrough, type Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { ZipFile } from 'yazl'
import { cutOffWhenStalled } from './send'

/** Answers with a ZIP archive that is made while it is sent. If it cannot be finished the connection is cut, so that
 *  the client knows that its file is incomplete. */
export async function sendZip(
  req: Request,
  res: Response,
  fileName: string,
  entries: AsyncIterable<ZipEntry>,
): Promise<void> {
  res.attachment(fileName)
  res.setHeader('Content-Type', 'application/zip')
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  cutOffWhenStalled(res)
  res.flushHeaders()
  if (req.method === 'HEAD') return void res.end()

  // Most middleware waits for the end of the request, and so do several parts of the pipe: the listeners do not leak.
  res.setMaxListeners(20)
  try {
    await writeZip(entries, res)
  } catch (error) {
    // The visitor left, or stopped reading for too long.
    if (!isEarlyEnd(error)) throw error
  }
}

function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

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
