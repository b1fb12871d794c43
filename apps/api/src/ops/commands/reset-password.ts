import { closePasswordPool } from '../../accounts/passwords/passwords'
import { StartError, typedCommand } from '../../base/failures'
import { runCommand, settingsOfInstance, withModels } from './run-command'
import { resetPassword } from './set-new-password'
import { adoptPepper } from '../instance.record'
import { withSecrets } from '../../secrets'

/** `npm run reset-password -- EMAIL`: gives an account a new password and prints it, also while a server runs.
 *  `--new-pepper` accepts the configured pepper for this database after the old one was lost. */
const usage = `Usage: ${typedCommand('reset-password', 'EMAIL')}`

await runCommand(async () => {
  const [, , ...given] = process.argv
  const flags = given.filter((word) => word.startsWith('--'))
  const [email, ...others] = given.filter((word) => !word.startsWith('--'))
  const isNewPepper = flags.includes('--new-pepper')
  if (others.length > 0 || flags.some((flag) => flag !== '--new-pepper')) throw new StartError(usage)
  if (email === undefined && !isNewPepper) throw new StartError(usage)

  const config = await withSecrets(await settingsOfInstance())
  await withModels(config, async () => {
    try {
      if (isNewPepper) await adoptPepper(config.secrets.pepper)
      if (email !== undefined) await resetPassword(config, email)
    } finally {
      await closePasswordPool()
    }
  })
})
