import type { Request, Response } from 'express'
import { cutOffWhenStalled } from '../limits/unread-answers'
import { writeZip, type ZipEntry } from '../../base/zip'

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
