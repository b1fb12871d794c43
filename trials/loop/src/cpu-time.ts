import { readFileSync } from 'node:fs'

/** The kernel's time unit of these figures, the same on every Linux that Node supports. */
const ticksPerSecond = 100

/** Processor time so far of this process and of everything that it started, in milliseconds (Linux). Ended programs
 *  count if their parent has waited for them. */
export function cpuMsOfAll(pid = process.pid): number {
  const stat = read(`/proc/${pid}/stat`)
  // The name before it may contain any character, including spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const own = (ticks / ticksPerSecond) * 1_000
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsOfAll(child), own)
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
