import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The resources of one trial or measurement. */
export interface Scope {
  /** An empty folder, removed afterwards. */
  folder: string
  /** Registers a task to run afterwards, even after a failure. Tasks run in the opposite order. */
  afterwards: (end: () => unknown) => void
}

interface ScopeLimits {
  /** Work that takes longer fails. */
  seconds: number
  /** Aborts the work. */
  stop: AbortSignal
}

/** Gives `work` a scope, and stops everything that it started, also when it fails, takes too long or is
 *  aborted.
 *  @throws AggregateError if something could not be stopped, and what `work` throws */
export async function withinScope<T>(limits: ScopeLimits, work: (scope: Scope) => Promise<T>): Promise<T> {
  limits.stop.throwIfAborted()
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-scope-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const over = new AbortController()
  try {
    const done = work({ folder, afterwards: (end) => void ends.unshift(end) })
    return await Promise.race([done, interrupted(limits, over.signal)])
  } finally {
    over.abort()
    await endEach(ends)
  }
}

/** Rejects when the time is over or the work is stopped. Otherwise it never settles. */
function interrupted({ seconds, stop }: ScopeLimits, over: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (what: string) => () => reject(new Error(what))
    const timer = setTimeout(fail(`It took more than ${seconds} s.`), seconds * 1_000)
    over.addEventListener('abort', () => clearTimeout(timer), { once: true })
    stop.addEventListener('abort', fail('It was stopped.'), { once: true, signal: over })
  })
}

/** Runs the tasks one after the other, including those that are added meanwhile. */
async function endEach(ends: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
    // A failed task must not prevent the others.
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended.')
}

/** Aborts when this process is asked to stop. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}
