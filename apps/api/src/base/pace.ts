import { setTimeout as pause, setImmediate as nextTurn } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import type { Log } from './log'

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

interface RepeatOptions {
  /** Pause after each step. */
  everyMs: number
  log: Log
  signal: AbortSignal
  /** Ends a pause early. @returns a function that removes the listener */
  listen?: (wake: () => void) => () => void
}

/** Repeats a step until the signal aborts. A step that fails is logged and repeated like any other. */
export async function repeat(
  step: () => Promise<void>,
  { everyMs, log, signal, listen = () => () => {} }: RepeatOptions,
): Promise<void> {
  while (!signal.aborted) {
    let wake = () => {}
    const woken = new Promise<void>((resolve) => (wake = resolve))
    const stopListening = listen(wake)
    await step().catch((error: unknown) => log.warn({ err: error }, 'a background step failed'))
    await interruptiblePause(everyMs, signal, [woken])
    stopListening()
  }
}

/** Above this utilization the process counts as busy with visitors. */
const busyShare = 0.3
const lookEveryMs = 250

/** Slows background work down while the process is busy with requests. */
export class BackgroundPace {
  #last = performance.eventLoopUtilization()
  #lookedAt = performance.now()
  #isBusy = false

  /** Waits before the next piece of work while the process is busy, until the signal aborts. */
  async waitIfBusy(busyMs: number, signal: AbortSignal): Promise<void> {
    if (performance.now() - this.#lookedAt > lookEveryMs) {
      const now = performance.eventLoopUtilization()
      this.#isBusy = performance.eventLoopUtilization(now, this.#last).utilization > busyShare
      this.#last = now
      this.#lookedAt = performance.now()
    }
    if (this.#isBusy) await interruptiblePause(busyMs, signal)
  }
}

/** Lets the event loop handle input and timers once, between two long pieces of work. A single turn is not enough,
 *  because after an answer of the database the turn begins before the loop has polled. */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
