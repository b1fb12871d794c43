import { readFileSync } from 'node:fs'

const pageBytes = 4_096
/** As often as a worker checks itself. */
const everyMs = 25
/** The kernel visits every memory page to answer. */
const shareEveryMs = 100

/** Samples the memory of a server and of its image workers (Linux). `server` and `worker` are the resident memory of one
 *  process, and `all` is its sum. A memory page that several processes share, such as the code of Node, counts for each
 *  of them there. In `allShared` each of n processes counts an n-th of it, so the sum is what the machine provides. */
export function watchMemory(pid: number) {
  const peaks = { server: 0, worker: 0, all: 0, allShared: 0 }
  const look = () => {
    const [server, ...workers] = residentOf(pid)
    peaks.server = Math.max(peaks.server, server)
    peaks.worker = Math.max(peaks.worker, ...workers)
    peaks.all = Math.max(peaks.all, sumOf([server, ...workers]))
  }
  const lookAtShares = () => {
    peaks.allShared = Math.max(peaks.allShared, sharedBytesOfAll(pid))
  }
  const timers = [setInterval(look, everyMs), setInterval(lookAtShares, shareEveryMs)]
  return {
    peaks: () => peaks,
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Memory of a server and its image workers together now, in bytes; shared pages count once (Linux). */
export function sharedBytesOfAll(pid: number): number {
  return sumOf([String(pid), ...childrenOf(pid)].map(proportionalBytes))
}

/** The server is first. */
function residentOf(pid: number): [server: number, ...workers: number[]] {
  return [residentBytes(String(pid)), ...childrenOf(pid).map(residentBytes)]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** If the database is a separate process, only the image workers are children of the server. */
function childrenOf(pid: number): string[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
}

function residentBytes(pid: string): number {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes
}

/** The proportional set size: a page that n processes share counts as an n-th. */
function proportionalBytes(pid: string): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
