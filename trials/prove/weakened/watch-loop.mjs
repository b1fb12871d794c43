// Loaded before the server: after SIGUSR2 it prints for how long the event loop was held at most since the last time.
// Time in which the thread waited for a core does not count: other programs of the machine took it (Linux).
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const everyMs = 2
  let longestMs = 0
  let lastAt = performance.now()
  let lastWaitedMs = waitedMs()
  setInterval(() => {
    const [at, waited] = [performance.now(), waitedMs()]
    longestMs = Math.max(longestMs, at - lastAt - everyMs - (waited - lastWaitedMs))
    lastAt = at
    lastWaitedMs = waited
  }, everyMs).unref()
  process.on('SIGUSR2', () => {
    console.log(`event loop held ${longestMs.toFixed(1)} ms`)
    longestMs = 0
  })
}

/** How long the main thread has waited for a core. */
function waitedMs() {
  return Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'latin1').split(' ')[1]) / 1e6
}
