import { open, rename, stat } from 'node:fs/promises'
import { z } from 'zod'
import { parseJson } from './data-dir'
import { hasCode } from '../../base/failures'

const maxBytes = 10 * 1024 * 1024
const tailBytes = 64 * 1024

/** Renames a log that has grown large; one older log is kept. @returns whether it did */
export async function rotateLog(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).size <= maxBytes) return false
    await rename(path, `${path}.old`)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** MongoDB's log lines: `s` is the severity; F is fatal, E is an error. */
const lineSchema = z.object({
  s: z.enum(['F', 'E']),
  msg: z.string(),
  attr: z.optional(z.looseObject({ error: z.optional(z.unknown()) })),
})

/** MongoDB's last words after a failed assertion. The reason is in the line before. */
const farewell = /^\s*\*\*\*aborting after/

/** The last error in the log of the database on one line, or an empty text. */
export async function lastLoggedError(path: string): Promise<string> {
  const lines = (await readTail(path)).split('\n').reverse()
  for (const line of lines) {
    const parsed = lineSchema.safeParse(parseJson(line))
    if (!parsed.success || farewell.test(parsed.data.msg)) continue
    const { msg, attr } = parsed.data
    const details = attr?.error ?? attr
    const text = details === undefined ? msg : `${msg}: ${textOf(details)}`
    return text.replace(/\s+/g, ' ').trim()
  }
  return ''
}

function textOf(error: unknown): string {
  return typeof error === 'string' ? error : JSON.stringify(error)
}

async function readTail(path: string): Promise<string> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    const length = Math.min(size, tailBytes)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}
