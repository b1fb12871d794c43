import { AppError } from '@pinmark/shared/errors'
import type { Waiter } from '../base/fair-queue'
import { containsOwnWords } from '../base/own-words'
import type { Config } from '../config'
import { hashPassword, isCommonPassword } from './passwords/passwords'

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
