import { pino, type Logger } from 'pino'
import type { LogLevel } from '../settings'

export type Log = Logger

const standardOutput = 1
/** Bytes of lines that wait until they can be written; later lines are dropped. */
const maxWaitingBytes = 1024 * 1024
/** Lines wait this long for others, unless there are enough of them. Each write wakes a thread and the reader of the
 *  log. */
const gatherMs = 250
const batchBytes = 8_192

/** JSON lines on standard output. A log that cannot be written must not hold or end the server: its reader may have
 *  stopped, or its disk may be full. Lines then wait in memory, and the log says how many were dropped.
 *  @param fd for tests */
export function createLog(level: LogLevel, fd = standardOutput): Log {
  let isEnding = false
  /** Since the last write failed. */
  let isFailing = false
  const destination = pino.destination({
    dest: fd,
    sync: false,
    minLength: batchBytes,
    maxLength: maxWaitingBytes,
    // This also tries lines again that could not be written.
    periodicFlush: gatherMs,
    // A full pipe is tried again later, but not at the end of the process, which would wait for its reader.
    retryEAGAIN: () => {
      isFailing = true
      return !isEnding
    },
  })
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)

  let dropped = 0
  destination.on('drop', (lines: string) => (dropped += lines.split('\n').length - 1))
  destination.on('write', () => (isFailing = false))
  destination.on('error', () => (isFailing = true))
  destination.on('drain', () => {
    const lines = dropped
    dropped = 0
    if (lines > 0) log.warn({ lines }, 'The log could not be written: lines were dropped')
  })
  const writeTheRest = destination.flushSync.bind(destination)
  // pino calls it when the process exits, and would retry a full disk without end. Lines that cannot be written are lost.
  destination.flushSync = () => {
    isEnding = true
    if (isFailing) return
    try {
      writeTheRest()
    } catch {
      isFailing = true
    }
  }
  return log
}
