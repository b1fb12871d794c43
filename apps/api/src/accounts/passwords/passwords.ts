import { Tinypool } from 'tinypool'
import { AppError } from '@pinmark/shared/errors'
import { FairSlots, type Waiter } from '../../base/fair-slots'
import { workerFile } from '../../base/worker-file'
import { limits } from '@pinmark/shared/limits'
import { foldName } from '@pinmark/shared/text'
import type { Config } from '../../config'

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
function isCommonPassword(
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

/** The hash of a password that its account chose. Refuses those that an attacker would try first: common ones, and words
 *  of the product and of the account.
 *  @throws AppError password_too_common, password_has_own_words, server_busy */
export async function hashNewPassword(
  config: Config,
  waiter: Waiter,
  password: string,
  account: { name: string; email: string },
): Promise<string> {
  if (containsOwnWords(password, account)) throw new AppError('password_has_own_words')
  if (await isCommonPassword(config, waiter, password)) throw new AppError('password_too_common')
  return hashPassword(config, waiter, password)
}

interface Account {
  name: string
  email: string
}

/** Shorter words occur in too many others: `Bo` would refuse `rainbow`. */
const minWordLength = 4

/** Whether a password contains words that a stranger would try first for this account. The name of the product, the
 *  whole name and the local part of the e-mail are refused outright. Single words of these, and labels of the domain
 *  except the last, are common words: they are refused when too little is left without them. Case and spaces make no
 *  difference. */
export function containsOwnWords(password: string, { name, email }: Account): boolean {
  const [localPart = '', domain = ''] = email.split('@')
  const folded = foldName(password)
  const whole = longEnough(['pinmark', name, localPart])
  if (whole.some((word) => folded.includes(word))) return true

  const words = longEnough([...wordsOf(name), ...wordsOf(localPart), ...domain.split('.').slice(0, -1)])
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest !== folded && [...rest].length < limits.password.min
}

/** Folded, longest first, so that a word inside another one does not split it. */
function longEnough(words: string[]): string[] {
  return words
    .map(foldName)
    .filter((word) => [...word].length >= minWordLength)
    .toSorted((one, other) => other.length - one.length)
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}
