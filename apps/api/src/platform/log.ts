import { pino, type Logger } from 'pino'
import type { LogLevel } from '../config'

export type Log = Logger

const standardOutput = 1
/** Bytes of lines that wait until they can be written; later lines are dropped. */
const maxWaitingBytes = 1024 * 1024
const retryMs = 100

/** JSON lines on standard output, written at once. A log that cannot be written must not hold or end the server: its
 *  reader may have stopped, or its disk may be full. Lines then wait in memory, and the log says how many were dropped.
 *  @param fd for tests */
export function createLog(level: LogLevel, fd = standardOutput): Log {
  const destination = pino.destination({
    dest: fd,
    sync: true,
    maxLength: maxWaitingBytes,
    // pino would block the event loop until a full pipe is read.
    retryEAGAIN: () => false,
  })
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)

  let dropped = 0
  let isFailing = false
  const retry = () => {
    isFailing = false
    // Writes what waits.
    destination.write('')
    if (isFailing || dropped === 0) return
    log.warn({ lines: dropped }, 'The log could not be written: lines were dropped')
    dropped = 0
  }
  destination.on('drop', () => (dropped += 1))
  destination.on('error', () => {
    if (isFailing) return
    isFailing = true
    setTimeout(retry, retryMs).unref()
  })
  return log
}
