import { pino, type Logger } from 'pino'
import type { LogLevel } from '../config'

export type Log = Logger

/** JSON lines on standard output. */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
