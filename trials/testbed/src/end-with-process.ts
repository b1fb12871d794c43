import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  // Nothing writes to them any more.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Stops a process when this one ends, unless this one is killed by SIGKILL. */
export function endWithThisProcess(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

/** The same for a folder. @returns a function that cancels this, for callers that removed it themselves */
export function removeWithThisProcess(folder: string): () => void {
  folders.add(folder)
  return () => void folders.delete(folder)
}
