import type { Response } from 'express'

const open = new Set<Response>()

/** Remembers an answer that stays open, such as an event stream, so that a stop of the server can end it. The answer is
 *  not closed yet. */
export function keepOpenStream(res: Response): void {
  open.add(res)
  res.once('close', () => open.delete(res))
}

export const openStreamCount = (): number => open.size

/** Ends all of them in order: a server that closes waits for answers, and these would never be finished. */
export function endOpenStreams(): void {
  for (const res of open) res.end()
}
