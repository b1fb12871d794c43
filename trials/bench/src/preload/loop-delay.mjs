// Loaded into the server before its own program: notes how late its event loop ran, at worst, in every 50 ms.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.LOOP_DELAY_FILE
// The image worker inherits these options. Only the server is measured.
if (file && !process.connected) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  setInterval(() => {
    appendFileSync(file, `${delay.max / 1e6}\n`)
    delay.reset()
  }, 50).unref()
}
