import * as sharingApi from '@pinmark/shared/api/sharing'
import { AppError } from '@pinmark/shared/errors'
import { passwordWaiter, type Actor } from '../../access/actor'
import type { LinkTokens } from '../../access/link-tokens'
import type { LoginThrottle } from '../../access/login-throttle'
import { requireProject } from '../../access/require-project'
import type { Config } from '../../config'
import { lockOf } from '../../models/link-state'
import { verifyPassword } from '../../platform/passwords/passwords'

interface UnlockDependencies {
  config: Config
  throttle: LoginThrottle
  linkTokens: LinkTokens
}

/** Checks the password of a link and returns a token for it; null when the link has no password any more.
 *  @throws AppError project_not_found, link_ended, wrong_link_password, too_many_unlocks, server_busy */
export async function unlockLink(
  { config, throttle, linkTokens }: UnlockDependencies,
  actor: Actor,
  projectId: string,
  password: string,
): Promise<string | null> {
  const { action } = sharingApi.unlockLink
  const project = await requireProject(actor, projectId, action, { publicId: 1, link: 1 })
  const lock = lockOf(project.link)
  if (lock === null) return null
  // The key contains the lock, so that a new password starts without failed tries.
  const account = `link ${project.publicId} ${lock}`
  const isKnown = await throttle.admit(account, actor)
  if (!(await verifyPassword(config, passwordWaiter(actor, isKnown), password, project.link.passwordHash)))
    throw new AppError('wrong_link_password')
  await Promise.all([throttle.succeeded(account, actor), !isKnown && throttle.giveBack(account)])
  return linkTokens.issue(lock)
}
