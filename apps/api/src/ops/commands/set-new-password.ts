import { randomBytes } from 'node:crypto'
import { loginSchema } from '@pinmark/shared/entities/user'
import { LoginThrottle } from '../../accounts/login-throttle'
import { containsOwnWords, hashPassword } from '../../accounts/passwords/passwords'
import type { Config } from '../../config'
import { setPassword } from '../../accounts/account-access.record'
import { isOurPepper } from '../instance.record'
import { UserModel } from '../../accounts/user.record'
import { StartError } from '../../base/failures'

/** Gives an account a new password and prints it. @throws StartError */
export async function resetPassword(config: Config, given: string): Promise<void> {
  if (config.signOn?.isOnly) {
    throw new StartError('OIDC_ONLY is set: accounts have no passwords. Help this person at the issuer.')
  }
  if (!(await isOurPepper(config.secrets.pepper))) {
    throw new StartError(
      'PASSWORD_PEPPER is not the one of this database. Use the setting of the server, then try again.',
    )
  }
  const { email } = loginSchema.parse({ email: given, password: '' })
  const account = await UserModel.findOne({ email }, { name: 1, email: 1 }).lean()
  const password = account && newPassword(account)
  const isKnown =
    password !== null &&
    (await setPassword(email, await hashPassword(config, { account: '', network: '' }, password))) !== null
  if (!isKnown) throw new StartError(`No account has the e-mail address ${email}.`)
  await new LoginThrottle(config).endDelays(email)
  console.log(
    `The new password of ${email} is: ${password}\nEvery login, API token and webhook of this account has ended.`,
  )
}

/** A random password that meets the rules for passwords. */
function newPassword(account: { name: string; email: string }): string {
  for (;;) {
    const password = randomBytes(12).toString('base64url')
    if (!containsOwnWords(password, account)) return password
  }
}
