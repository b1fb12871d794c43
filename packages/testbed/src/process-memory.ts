import { readFileSync } from 'node:fs'

const pageBytes = 4_096
/** As often as a worker looks itself. */
const everyMs = 25

/** Follows the resident memory of a server and of its image workers (Linux). A page that several processes share counts
 *  once for each. */
export function watchMemory(pid: number) {
  const peaks = { server: 0, worker: 0, all: 0 }
  const look = () => {
    const [server, ...workers] = residentOf(pid)
    peaks.server = Math.max(peaks.server, server)
    peaks.worker = Math.max(peaks.worker, ...workers)
    peaks.all = Math.max(peaks.all, sumOf([server, ...workers]))
  }
  const timer = setInterval(look, everyMs)
  return { peaks: () => peaks, stop: () => clearInterval(timer) }
}

/** Resident memory of a server and its image workers together at this moment, in bytes (Linux). */
export function residentBytesOfAll(pid: number): number {
  return sumOf(residentOf(pid))
}

/** The server first. */
function residentOf(pid: number): [server: number, ...workers: number[]] {
  return [residentBytes(String(pid)), ...childrenOf(pid).map(residentBytes)]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Only the image workers are children of a server whose database runs by itself. */
function childrenOf(pid: number): string[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
}

function residentBytes(pid: string): number {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes
}

/** Nothing for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
