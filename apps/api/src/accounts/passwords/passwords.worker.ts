import { createHmac } from 'node:crypto'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Runs on its own thread, because one hash takes a quarter of a second and would block all other requests. */

// Twenty concurrent logins keep a core busy for seconds. With this nice value, page requests and the
// database, which need milliseconds, get three times the processor time of this thread when there is too
// little. At the lowest priority, a busy server would make people wait for seconds to log in. Only Linux
// gives a thread its own priority; elsewhere this would slow down the whole server.
const priority = 5
if (process.platform === 'linux' && !isMainThread) setPriority(priority)

interface Peppered {
  password: string
  pepper: string
}

/** bcrypt reads 72 bytes and stops at a zero byte. The keyed digest makes every character count, and a stolen
 *  database is useless without the key. */
function pepperedInput({ password, pepper }: Peppered): string {
  return createHmac('sha384', pepper).update(password).digest('base64')
}

export function hash({ cost, ...peppered }: Peppered & { cost: number }): string {
  return bcrypt.hashSync(pepperedInput(peppered), cost)
}

export function verify({ hash: stored, ...peppered }: Peppered & { hash: string }): boolean {
  return bcrypt.compareSync(pepperedInput(peppered), stored)
}

const common = new Set(dictionary['passwords-common'])

/** Whether it is a common password, with or without a short ending such as '2024!', or a short sequence that
 *  repeats. */
export function isCommon(password: string): boolean {
  const lowerCase = password.toLowerCase()
  const isOneThing = /^(.{1,4})\1+$/u.test(lowerCase)
  return isOneThing || common.has(lowerCase) || common.has(lowerCase.replace(/[\d\p{P}\p{S}]{1,5}$/u, ''))
}
