import { randomBytes } from 'node:crypto'
import { loginSchema } from '@pinmark/shared/entities/user'
import { LoginThrottle } from '../access/login-throttle'
import { containsOwnWords } from '../base/own-words'
import { loadConfig, readEnvironment, type Config } from '../config'
import { setPassword } from '../models/account-access'
import { adoptPepper, isOurPepper } from '../models/instance-record'
import { UserModel } from '../models/user'
import { closePasswordPool, hashPassword } from '../platform/passwords/passwords'
import { StartError } from '../platform/start-error'
import { withSecrets } from '../secrets'
import { runCommand, withModels } from './run-command'

/** `npm run reset-password -- EMAIL`: gives an account a new password and prints it, also while a server runs.
 *  `--new-pepper` accepts the configured pepper for this database after the old one was lost. */
const usage = 'Usage: npm run reset-password -- EMAIL'

await runCommand(async () => {
  const [, , ...given] = process.argv
  const flags = given.filter((word) => word.startsWith('--'))
  const [email, ...others] = given.filter((word) => !word.startsWith('--'))
  const isNewPepper = flags.includes('--new-pepper')
  if (others.length > 0 || flags.some((flag) => flag !== '--new-pepper')) throw new StartError(usage)
  if (email === undefined && !isNewPepper) throw new StartError(usage)

  const config = await withSecrets(loadConfig(readEnvironment()))
  await withModels(config, async () => {
    try {
      if (isNewPepper) await adoptPepper(config.secrets.pepper)
      if (email !== undefined) await resetPassword(config, email)
    } finally {
      await closePasswordPool()
    }
  })
})

async function resetPassword(config: Config, given: string): Promise<void> {
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
