import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Instance } from '@pinmark/testbed/instance'

/** Makes a server that runs with `kill-after-command` kill itself after this number of database commands. Resolves
 *  when the server counts, or was killed by an earlier count. */
export async function dieAfter(command: number, api: Instance, dataDir: string): Promise<void> {
  await writeFile(join(dataDir, 'kill-after'), String(command))
  const said = api.output.length
  api.signal('SIGUSR2')
  while (api.isRunning && !api.output.slice(said).includes(`command ${command}`)) await pause(10)
}
