// Loaded into the server before its own program: on SIGUSR2 collects all garbage and notes how much of the heap is
// still in use.
import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const file = process.env.COLLECTED_MEMORY_FILE
// The image worker inherits these options. Only the server is measured.
if (file && !process.connected) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    appendFileSync(file, `${process.memoryUsage().heapUsed}\n`)
  })
}
