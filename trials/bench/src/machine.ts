import { execFile } from 'node:child_process'
import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os'
import { promisify } from 'node:util'
import { findMongod } from '@pinmark/testbed/mongo-set'

export interface Machine {
  /** Cores, processor, memory, versions: nothing that identifies the machine. */
  text: string
  /** Load average of the last minute. A value far above 0 means that other programs were running. */
  load: number
}

export async function describeMachine(): Promise<Machine> {
  const [load = 0] = loadavg()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  const { stdout } = await promisify(execFile)(await findMongod(), ['--version'])
  const mongodb = /v(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown'
  const model = cpus()[0]?.model.trim() || 'unknown processor'
  const text = [
    `${availableParallelism()} cores (${model}, ${arch()})`,
    `${memoryGb} GB of memory`,
    platform(),
    `Node ${process.versions.node}`,
    `MongoDB ${mongodb}`,
  ].join(', ')
  return { text, load }
}
