import { performance } from 'node:perf_hooks'
import { interruptiblePause } from './interruptible-pause'

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
