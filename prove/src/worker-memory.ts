import { readFileSync } from 'node:fs'

const pageBytes = 4_096
/** As often as a worker looks itself. */
const everyMs = 25

/** Follows the resident memory of a server and of its image workers (Linux). */
export function watchMemory(pid: number) {
  const peaks = { server: 0, worker: 0 }
  const look = () => {
    peaks.server = Math.max(peaks.server, residentBytes(String(pid)))
    for (const child of childrenOf(pid)) peaks.worker = Math.max(peaks.worker, residentBytes(child))
  }
  const timer = setInterval(look, everyMs)
  return { peaks: () => peaks, stop: () => clearInterval(timer) }
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
