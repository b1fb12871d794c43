import { Tinypool } from 'tinypool'
import { AppError } from '@pinmark/shared/errors'
import { workerFile } from '../worker-file'

interface PasswordSettings {
  passwords: { bcryptCost: number; threads: number }
  secrets: { pepper: string }
}

/** Maximum length of the queue. With more, the last one would wait half a minute, so it is refused at once. */
const maxWaiting = 100
const idleMs = 30_000

let pool: Tinypool | undefined

export function hashPassword({ passwords, secrets }: PasswordSettings, password: string): Promise<string> {
  const task = { password, pepper: secrets.pepper, cost: passwords.bcryptCost }
  return run(passwords.threads, 'hash', task)
}

/** Whether the password belongs to `hash`. Without a hash it takes the same time and returns false. */
export function verifyPassword(
  { passwords, secrets }: PasswordSettings,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const task = { password, pepper: secrets.pepper, hash: hash ?? nobodysHash(passwords.bcryptCost) }
  return run(passwords.threads, 'verify', task)
}

export function isCommonPassword({ passwords }: PasswordSettings, password: string): Promise<boolean> {
  return run(passwords.threads, 'isCommon', password)
}

/** Ends the threads. Waiting tasks are dropped. */
export async function closePasswordPool(): Promise<void> {
  const closing = pool
  pool = undefined
  await closing?.destroy()
}

async function run<T>(threads: number, name: 'hash' | 'verify' | 'isCommon', task: unknown): Promise<T> {
  pool ??= createPool(threads)
  if (pool.queueSize >= maxWaiting) throw new AppError('server_busy', { retryAfterSeconds: 10 })
  return pool.run(task, { name })
}

function createPool(threads: number): Tinypool {
  const { path, execArgv } = workerFile('passwords/passwords')
  const created = new Tinypool({
    filename: path,
    execArgv,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
  })
  // A thread that dies while idle is replaced when there is work. The tasks of a busy one are rejected.
  created.on('error', (error: Error) => process.emitWarning(error))
  return created
}

/** A well-formed hash that no password has. */
function nobodysHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
}
