import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Keeps a process from outliving this one, however this one ends short of SIGKILL. */
export function endsWithUs(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL')
  // Before the folders are removed that it writes to.
  process.prependOnceListener('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** The same for a folder. @returns what takes that back, for whoever has removed it */
export function goesWithUs(folder: string): () => void {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  return () => void process.off('exit', remove)
}
