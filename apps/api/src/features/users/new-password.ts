import { AppError } from '@pinmark/shared/errors'
import { containsOwnWords } from '../../base/own-words'
import type { Config } from '../../config'
import { isCommonPassword } from '../../platform/passwords/passwords'

/** Refuses passwords that an attacker would try first: common ones, and words of the product and of the
 *  account.
 *  @throws AppError password_too_common, password_has_own_words */
export async function checkNewPassword(
  config: Config,
  password: string,
  account: { name: string; email: string },
): Promise<void> {
  if (containsOwnWords(password, account)) throw new AppError('password_has_own_words')
  if (await isCommonPassword(config, password)) throw new AppError('password_too_common')
}
