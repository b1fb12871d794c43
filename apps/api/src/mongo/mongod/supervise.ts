import type { MongodFiles } from './kept-files'
import { rotateLog } from './log-file'
import { toOneLine } from './to-one-line'
import { isRunning, pause, sendSignal, type ProcessIdentity } from './processes'

const lookEveryMs = 250
const firstBackOffMs = 200
const longestBackOffMs = 10_000
/** Number of polls between two checks of the log: every ten minutes. */
const checkLogEvery = 2_400

interface Supervision {
  /** Stops watching, and returns the process that ran last. */
  finish(): Promise<ProcessIdentity>
}

interface Watch {
  first: ProcessIdentity
  files: MongodFiles
  restart: () => Promise<ProcessIdentity>
  onProgress: (line: string) => void
}

/** Restarts the database whenever it stops unexpectedly, and keeps its log small. One loop looks at both. */
export function supervise({ first, files, restart, onProgress }: Watch): Supervision {
  const finished = new AbortController()
  let current = first
  const watch = async () => {
    let backOffMs = firstBackOffMs
    for (let look = 1; !finished.signal.aborted; look += 1) {
      try {
        if (await isRunning(current)) {
          if (look % checkLogEvery === 0) await limitLog(files, current)
          await pause(lookEveryMs, finished.signal)
          continue
        }
        onProgress('The database ended unexpectedly and will be restarted.')
        current = await restart()
        backOffMs = firstBackOffMs
      } catch (error) {
        onProgress(`The database could not be watched or restarted: ${toOneLine(error)}`)
        await pause(backOffMs, finished.signal)
        backOffMs = Math.min(backOffMs * 2, longestBackOffMs)
      }
    }
  }
  const watching = watch()
  return {
    finish: async () => {
      finished.abort()
      await watching
      return current
    },
  }
}

async function limitLog(files: MongodFiles, mongod: ProcessIdentity): Promise<void> {
  // The signal makes MongoDB reopen its log, at the name that has just become free.
  if (await rotateLog(files.log)) sendSignal(mongod.pid, 'SIGUSR1')
}
