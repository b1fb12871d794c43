// Loaded into the server before its own program: notes how late its event loop ran, at worst, in every 50 ms.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.LOOP_DELAY_FILE
// The process that makes renditions inherits the options, and is not what is asked about.
if (file && !process.connected) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  setInterval(() => {
    appendFileSync(file, `${delay.max / 1e6}\n`)
    delay.reset()
  }, 50).unref()
}
