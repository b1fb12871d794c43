import { setTimeout as pause } from 'node:timers/promises'

/** Waits for `ms`, until the signal aborts, or until one of `sooner` settles. Its timer and its listener on the signal
 *  end with it, so that they do not pile up in a loop. It keeps no process alive. */
export async function interruptiblePause(
  ms: number,
  signal: AbortSignal,
  sooner: readonly Promise<unknown>[] = [],
): Promise<void> {
  const over = new AbortController()
  const options = { signal: AbortSignal.any([signal, over.signal]), ref: false }
  const wait = pause(ms, undefined, options).catch(() => undefined)
  try {
    await Promise.race([wait, ...sooner])
  } finally {
    over.abort()
  }
}
