import { open, rename, stat } from 'node:fs/promises'
import type { mongo } from 'mongoose'
import { z } from 'zod'
import { hasCode } from '../../base/failures'
import { parseJson } from './data-dir'

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

/** The seconds of history that MongoDB keeps for readers of a snapshot. The space of deleted data becomes free only after
 *  them; the default of MongoDB is five minutes.
 *  @see https://www.mongodb.com/docs/manual/tutorial/long-running-queries/ */
export const historyParameter = 'minSnapshotHistoryWindowInSeconds'
export const usualHistorySeconds = 10
/** Longer than any backup takes. */
export const backupHistorySeconds = 6 * 3_600

export async function setHistory({ client }: mongo.Db, seconds: number): Promise<void> {
  await client.db('admin').command({ setParameter: 1, [historyParameter]: seconds })
}

/** The message of an error and of its cause, in one line. */
export function toOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = error.message.trim().split('\n').at(-1) ?? ''
  return error.cause instanceof Error ? `${said}: ${toOneLine(error.cause)}` : said
}
