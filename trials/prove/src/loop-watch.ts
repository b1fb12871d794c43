import { setTimeout as pause } from 'node:timers/promises'
import type { Instance } from '@pinmark/testbed/instance'

const printed = /event loop held ([\d.]+) ms/g

/** The longest time, in milliseconds, that a server's event loop was blocked since the last call. The server
 *  has to run with `watch-loop`. */
export async function longestStallMs(api: Instance): Promise<number> {
  const before = countIn(api.output)
  api.signal('SIGUSR2')
  for (;;) {
    const values = [...api.output.matchAll(printed)]
    if (values.length > before) return Number(values.at(-1)?.[1])
    if (!api.isRunning) throw new Error('The server ended.')
    await pause(2)
  }
}

function countIn(output: string): number {
  return [...output.matchAll(printed)].length
}
