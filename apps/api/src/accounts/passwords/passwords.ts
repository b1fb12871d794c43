import { Tinypool } from 'tinypool'
import { AppError } from '@pinmark/shared/errors'
import { FairSlots, type Waiter } from '../../base/fair-slots'
import { workerFile } from '../../base/worker-file'

interface PasswordSettings {
  passwords: { bcryptCost: number; threads: number }
  secrets: { pepper: string }
}

/** Maximum length of the queue. With more, the last one would wait half a minute. */
const maxWaiting = 100
const idleMs = 30_000

let running: { threads: Tinypool; slots: FairSlots } | undefined

/** @param waiter in whose line it waits
 *  @throws AppError server_busy */
export function hashPassword(
  { passwords, secrets }: PasswordSettings,
  waiter: Waiter,
  password: string,
): Promise<string> {
  const task = { password, pepper: secrets.pepper, cost: passwords.bcryptCost }
  return run(passwords.threads, waiter, 'hash', task)
}

/** Whether the password belongs to `hash`. Without a hash it takes the same time and returns false.
 *  @param waiter in whose line it waits
 *  @throws AppError server_busy */
export function verifyPassword(
  { passwords, secrets }: PasswordSettings,
  waiter: Waiter,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const task = { password, pepper: secrets.pepper, hash: hash ?? nobodysHash(passwords.bcryptCost) }
  return run(passwords.threads, waiter, 'verify', task)
}

/** @param waiter in whose line it waits
 *  @throws AppError server_busy */
export function isCommonPassword(
  { passwords }: PasswordSettings,
  waiter: Waiter,
  password: string,
): Promise<boolean> {
  return run(passwords.threads, waiter, 'isCommon', password)
}

/** Ends the threads. Waiting tasks are rejected. */
export async function closePasswordPool(): Promise<void> {
  const closing = running
  running = undefined
  await closing?.threads.destroy()
}

async function run<T>(
  count: number,
  waiter: Waiter,
  name: 'hash' | 'verify' | 'isCommon',
  task: unknown,
): Promise<T> {
  running ??= {
    threads: createPool(count),
    slots: new FairSlots({ slots: count, maxWaiting, refusal: 'server_busy' }),
  }
  const now = running
  return now.slots.run(waiter, async () => {
    // Ended threads would start again.
    if (now !== running) throw new AppError('server_busy', { retryAfterSeconds: 5 })
    return now.threads.run(task, { name })
  })
}

function createPool(threads: number): Tinypool {
  const { path, execArgv } = workerFile('accounts/passwords/passwords')
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
