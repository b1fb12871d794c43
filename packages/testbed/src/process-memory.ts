import { readFileSync } from 'node:fs'

const pageBytes = 4_096
/** As often as a worker checks itself. */
const everyMs = 25

/** Samples the resident memory of a server and of its image workers (Linux). A memory page that several
 *  processes share counts for each. */
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

/** Resident memory of a server and its image workers together now, in bytes (Linux). */
export function residentBytesOfAll(pid: number): number {
  return sumOf(residentOf(pid))
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

/** 0 for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
