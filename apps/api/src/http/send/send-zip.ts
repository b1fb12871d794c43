import type { Request, Response } from 'express'
import { writeZip, type ZipEntry } from '../../platform/zip'

/** Answers with a ZIP archive that is made while it is sent. When it cannot be finished the connection is cut: the
 *  visitor's side then knows that what it has is not whole. */
export async function sendZip(
  req: Request,
  res: Response,
  fileName: string,
  entries: AsyncIterable<ZipEntry>,
): Promise<void> {
  res.attachment(fileName)
  res.setHeader('Content-Type', 'application/zip')
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  res.flushHeaders()
  if (req.method === 'HEAD') return void res.end()

  // Most of what runs around a request waits for its end, and so do several parts of the pipe: no leak.
  res.setMaxListeners(20)
  try {
    await writeZip(entries, res)
  } catch (error) {
    // The visitor went away, or stood still for too long.
    if (!isEarlyEnd(error)) throw error
  }
}

function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
