// Loaded before the server: its clock is forty days ahead, and periodic work runs at once.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const aheadMs = 40 * 24 * 60 * 60_000
  const RealDate = Date
  globalThis.Date = class Date extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(RealDate.now() + aheadMs)
      else super(...parts)
    }
    static now() {
      return RealDate.now() + aheadMs
    }
  }
  const every = globalThis.setInterval
  globalThis.setInterval = (work, ms, ...rest) => every(work, ms > 60_000 ? 1_000 : ms, ...rest)
}
