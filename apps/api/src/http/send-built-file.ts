import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Request, Response } from 'express'

/** Their names change with their content. */
const hashedFolder = '/assets/'

/** Sends a file of the build, compressed beforehand where the browser takes that.
 *  @returns false when there is no such file */
export async function sendBuiltFile(req: Request, res: Response, webDir: string): Promise<boolean> {
  const file = join(webDir, req.path)
  if (!(await isFile(file))) return false
  const encoding = await bestEncoding(req, file)
  const isHashed = req.path.startsWith(hashedFolder)
  res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  res.vary('Accept-Encoding')
  res.type(extname(file))
  if (encoding) res.setHeader('Content-Encoding', encoding.name)
  const path = file + (encoding?.ending ?? '')
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (!error || isGone(error)) resolve()
      else reject(error)
    })
  })
  return true
}

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
]

async function bestEncoding(req: Request, file: string) {
  for (const encoding of encodings) {
    if (req.acceptsEncodings(encoding.name) && (await isFile(file + encoding.ending))) return encoding
  }
  return null
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])
}

/** The visitor went away. */
function isGone(error: unknown): boolean {
  return hasCode(error, ['ECONNABORTED', 'EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])
}

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
