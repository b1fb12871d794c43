import { AppError } from '@pinmark/shared/errors'
import { foldName } from '@pinmark/shared/text'
import type { Config } from '../../config'
import { isCommonPassword } from '../../platform/passwords/passwords'

/** Refuses what a stranger would try first: common passwords, and the account's own name and e-mail.
 *  @throws AppError password_too_common */
export async function checkNewPassword(
  config: Config,
  password: string,
  account: { name: string; email: string },
): Promise<void> {
  const [localPart = ''] = account.email.split('@')
  const own = [account.name, account.email, localPart].map(foldName)
  if (own.includes(foldName(password)) || (await isCommonPassword(config, password))) {
    throw new AppError('password_too_common')
  }
}
