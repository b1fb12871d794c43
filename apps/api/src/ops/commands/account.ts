import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { emailSchema, loginSchema } from '@pinmark/shared/entities/user'
import { pageRoutes } from '@pinmark/shared/paths'
import { LoginThrottle } from '../../accounts/login-throttle'
import { typedCommand, StartError } from '../../base/failures'
import type { Config } from '../../config'
import { unlinkSignOn } from '../../accounts/account-access.record'
import { endAccount } from '../../accounts/account-removal.record'
import { handOver } from '../../members/members.record'
import { storageOf } from '../../images/image-upkeep.record'
import { invitationDays, makeInvitation, withdrawInvitation } from '../../accounts/invitation.record'
import { countActiveProjects } from '../../projects/owned-projects.record'
import { UserModel, type UserRecord } from '../../accounts/user.record'
import { createMailer } from '../../mail/send-mail'
import { closePasswordPool } from '../../accounts/passwords/passwords'
import { chooseLanguage } from '@pinmark/words/languages'
import { wordingIn } from '@pinmark/words/server'
import { letter } from '../../mail/mail.presenter'
import { withSecrets } from '../../secrets'
import { runCommand, settingsOfInstance, withModels } from './run-command'
import { resetPassword } from './set-new-password'

/** `npm run account -- ...`: what the person who runs Pinmark does with accounts, also while a server runs. */
const usage = [
  `Usage: ${typedCommand('account', 'list')}`,
  `       ${typedCommand('account', 'invite EMAIL')}`,
  `       ${typedCommand('account', 'delete EMAIL [--yes]')}`,
  `       ${typedCommand('account', 'reset-password EMAIL')}`,
  `       ${typedCommand('account', 'unlink EMAIL')}`,
  `       ${typedCommand('account', 'make-owner PROJECT EMAIL')}`,
].join('\n')

/** Words that follow the name of an action. The last one is an e-mail address. */
const wordsAfter: Record<string, number> = {
  list: 0,
  invite: 1,
  delete: 1,
  'reset-password': 1,
  unlink: 1,
  'make-owner': 2,
}

await runCommand(async (signal) => {
  const given = process.argv.slice(2)
  const isSure = given.includes('--yes')
  const [action = '', ...words] = given.filter((word) => word !== '--yes')
  if (words.length !== wordsAfter[action]) throw new StartError(usage)
  const email = words.length > 0 ? parseEmail(words.at(-1) ?? '', action === 'invite') : ''

  const config = await withSecrets(await settingsOfInstance())
  await withModels(config, async () => {
    try {
      if (action === 'list') await list()
      if (action === 'invite') await invite(config, email, signal)
      if (action === 'delete') await remove(config, email, { isSure, signal })
      if (action === 'reset-password') await resetPassword(config, email)
      if (action === 'unlink') await unlink(email)
      if (action === 'make-owner') await makeOwner(config, words[0] ?? '', email)
    } finally {
      await closePasswordPool()
    }
  })
})

/** @param isNew an account may have an address that was valid when it was made */
function parseEmail(typed: string, isNew: boolean): string {
  const { data } = (isNew ? emailSchema : loginSchema.shape.email).safeParse(typed)
  if (data === undefined) throw new StartError(`${typed} is not an e-mail address.`)
  return data
}

async function list(): Promise<void> {
  const accounts = UserModel.find({ deletedAt: null }).sort({ createdAt: 1 }).lean<UserRecord[]>().cursor()
  console.log(['since', 'projects', 'MB', 'email', 'name'].join('\t'))
  for await (const { _id, createdAt, email, name } of accounts) {
    const [projects, { live }] = await Promise.all([countActiveProjects(_id), storageOf(_id)])
    console.log(
      [createdAt.toISOString().slice(0, 10), projects, (live / 1e6).toFixed(1), email, name].join('\t'),
    )
  }
}

/** Sends the invitation if mail is set up, and prints it otherwise. An earlier one for the address is over. */
async function invite(config: Config, email: string, signal: AbortSignal): Promise<void> {
  if (await UserModel.exists({ email })) throw new StartError(`${email} has an account already.`)
  const token = await makeInvitation(email)
  const origin = config.publicUrl ?? `http://localhost:${config.port}`
  const url = `${origin}${pageRoutes.register}#${token}`
  const until = `It can be used once, within ${invitationDays} days.`
  if (config.registration === 'closed') {
    console.error('REGISTRATION is closed. The invitation can be used once it is set to invited.')
  }
  if (config.mail === null) {
    console.log(`The invitation for ${email}: ${url}\n${until}`)
    return
  }
  // The person who runs the server and the invited one mostly share a language.
  const wording = wordingIn(chooseLanguage([process.env['LANG'] ?? '']))
  const { m } = wording
  const { host, hostname } = new URL(origin)
  const mail = letter(wording, {
    subject: m.mail_account_subject({ host }),
    what: m.mail_account_asked({ host, email }),
    steps: [m.mail_account_within({ count: invitationDays })],
    url,
    action: m.mail_account_action(),
    foot: m.mail_account_otherwise(),
  })
  try {
    const messageId = `<invite-${randomBytes(12).toString('hex')}@${hostname}>`
    await createMailer(config.mail)({ to: email, messageId, ...mail }, signal)
    console.log(`The invitation was sent to ${email}. ${until}`)
  } catch (error) {
    throw new StartError(
      `The invitation could not be sent (${error instanceof Error ? error.message : String(error)}). Send this address yourself: ${url}`,
      { cause: error },
    )
  }
}

/** For a person who has got another name at the issuer of single sign-on, for example after it was set up again. */
async function unlink(email: string): Promise<void> {
  if (!(await unlinkSignOn(email))) throw new StartError(`${email} is not linked to single sign-on.`)
  console.log(`${email} is linked again at the next login with this address, if the issuer has verified it.`)
}

interface Removal {
  isSure: boolean
  signal: AbortSignal
}

async function remove(config: Config, email: string, { isSure, signal }: Removal): Promise<void> {
  await withdrawInvitation(email)
  const user = await UserModel.findOne({ email, deletedAt: null }).lean<UserRecord>()
  if (!user) throw new StartError(`No account has the e-mail address ${email}.`)
  const [projects, { live }] = await Promise.all([countActiveProjects(user._id), storageOf(user._id)])
  console.log(
    `The account of ${user.name}, ${email}, goes with ${projects} ${projects === 1 ? 'project' : 'projects'} (${(live / 1e6).toFixed(1)} MB of images), their ` +
      'links and comments, its logins, API tokens and webhooks. Its comments in projects of others stay, under the name ' +
      '"Former user". This cannot be undone.',
  )
  if (!isSure && !(await isConfirmed(email, signal))) throw new StartError('Nothing was deleted.')
  const isEnded = await endAccount(user, new LoginThrottle(config).loginKey(email))
  if (!isEnded) throw new StartError('The account changed meanwhile. Run the command again.')
  console.log('The account is deleted. A running server removes its data within minutes.')
}

/** Hands a project over, for example of a person who has left.
 *  @param typed the address of the project, or an id from it */
async function makeOwner(config: Config, typed: string, email: string): Promise<void> {
  const user = await UserModel.findOne({ email, deletedAt: null }).lean<UserRecord>()
  if (!user) throw new StartError(`No account has the e-mail address ${email}.`)
  const address = typed.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? ''
  const project = await handOver({ addresses: address }, user, { caps: config.limits, keepsFormer: false })
  if (!project) throw new StartError(`No project has the address ${typed}.`)
  console.log(
    project.owner.equals(user._id)
      ? `${email} already owns "${project.name}".`
      : `${email} owns "${project.name}" now. Its images count for them. The former owner can open it by its link only.`,
  )
}

/** Asks for the address once more. Without a terminal nothing is confirmed. */
async function isConfirmed(email: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new StartError('Nothing was deleted. Add --yes to delete without a question.')
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (
      (await terminal.question('Enter the e-mail address again to delete it: ', { signal })).trim() === email
    )
  } finally {
    terminal.close()
  }
}
