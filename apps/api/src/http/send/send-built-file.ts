import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Request, Response } from 'express'
import { hasCode } from '../../base/failures'

/** Their names change with their content. */
const hashedFolder = '/assets/'

/** Sends a file of the build, compressed beforehand where the browser takes that.
 *  @returns false when there is no such file */
export async function sendBuiltFile(req: Request, res: Response, webDir: string): Promise<boolean> {
  const file = join(webDir, req.path)
  const plain = await statFile(file)
  if (!plain) return false
  const compressed = await findCompressed(req, file)
  const isHashed = req.path.startsWith(hashedFolder)
  res.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  res.vary('Accept-Encoding')
  res.type(extname(file))
  const { size, mtimeMs } = compressed?.stats ?? plain
  res.setHeader('ETag', `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`)
  if (compressed) res.setHeader('Content-Encoding', compressed.encoding)
  const path = compressed?.path ?? file
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (!error || isGone(error)) resolve()
      else reject(error)
    })
  })
  return true
}

const encodings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
]

async function findCompressed(req: Request, file: string) {
  for (const { encoding, ending } of encodings) {
    if (!req.acceptsEncodings(encoding)) continue
    const path = file + ending
    const stats = await statFile(path)
    if (stats) return { encoding, path, stats }
  }
  return null
}

async function statFile(path: string): Promise<Stats | null> {
  return stat(path).then(
    (stats) => (stats.isFile() ? stats : null),
    (error: unknown) => {
      if (isMissing(error)) return null
      throw error
    },
  )
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}

/** The visitor went away. */
function isGone(error: unknown): boolean {
  return hasCode(error, 'ECONNABORTED', 'EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE')
}
