import { readFile } from 'node:fs/promises'

/** The kernel's time unit of these figures, the same on every Linux that Node supports. */
const ticksPerSecond = 100

/** Processor time that a process and its threads have used so far, in milliseconds, read from /proc. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before it may contain any character, including spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])]
  return ((userTicks + systemTicks) / ticksPerSecond) * 1000
}

/** Runs `work` and returns the processor time that each process used meanwhile. */
export async function withCpu<T>(
  pids: number[],
  work: () => Promise<T>,
): Promise<{ result: T; cpu: number[] }> {
  const before = await Promise.all(pids.map(cpuMs))
  const result = await work()
  const after = await Promise.all(pids.map(cpuMs))
  return { result, cpu: after.map((time, index) => time - (before[index] ?? 0)) }
}
