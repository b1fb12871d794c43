import type { Types } from 'mongoose'
import type { ApiToken, ApiTokenRequest, NewApiToken } from '@pinmark/shared/entities/api-token'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { requireUser, type Actor, requireLivingLogin } from '../core/actor'
import { changeAccount, confirmAccount, tellAccount } from './change-account'
import type { LoginThrottle } from './login-throttle'
import { newPublicId } from '../base/ids'
import type { Config } from '../config'
import {
  countApiTokens,
  deleteApiToken,
  findApiTokens,
  hashApiToken,
  insertApiToken,
  newApiTokenText,
} from './api-token.record'
import { presentApiToken } from './account.presenter'
import { findActiveProjects } from '../projects/owned-projects.record'

/** The tokens of the account, newest first.
 *  @throws AppError sign_in_required, session_ended, login_needed */
export async function listApiTokens(actor: Actor): Promise<ApiToken[]> {
  const tokens = await findApiTokens(requireUser(actor).id)
  return tokens.map(presentApiToken)
}

/** Makes a token, and tells the account by mail. Only this answer contains the token.
 *  @throws AppError sign_in_required, session_ended, login_needed, project_not_found, token_end_past, token_limit_reached,
 *  password_required, wrong_current_password, recent_login_needed, too_many_logins */
export async function createApiToken(
  config: Config,
  throttle: LoginThrottle,
  actor: Actor,
  { name, scope, projects: chosen = null, endsAt: end, password }: ApiTokenRequest,
): Promise<NewApiToken> {
  const { id: account } = requireUser(actor)
  const createdAt = new Date()
  const endsAt = end ? new Date(end) : null
  if (endsAt && endsAt <= createdAt) throw new AppError('token_end_past')
  if (scope !== 'read' || password !== undefined) await confirmAccount(config, throttle, actor, password)

  const projects = chosen && (await findChosen(account, chosen))
  const token = newApiTokenText()
  const lastFour = token.slice(-4)
  const record = { _id: newPublicId(), account, name, scope, hash: hashApiToken(token), lastFour }
  const stored = { ...record, projects, createdAt, endsAt, lastUsedAt: null }
  await changeAccount(account, async (session) => {
    // The logins and tokens of the account may have ended since the password was checked.
    await requireLivingLogin(actor)
    const limit = limits.apiTokensPerAccount
    if ((await countApiTokens(account, session)) >= limit) {
      throw new AppError('token_limit_reached', { params: { limit } })
    }
    await insertApiToken(stored, session)
  })
  await tellAccount(config, account, { kind: 'token', id: stored._id, about: `${name} (${scope})` })
  return { ...presentApiToken(stored), token }
}

/** The chosen projects of an account. @throws AppError project_not_found */
async function findChosen(account: Types.ObjectId, chosen: readonly string[]) {
  const all = await findActiveProjects(account, 'all', { publicId: 1 })
  const found = all.filter(({ publicId }) => chosen.includes(publicId))
  if (found.length < new Set(chosen).size) throw new AppError('project_not_found')
  return found.map(({ _id: id, publicId }) => ({ id, publicId }))
}

/** Revokes a token at once. Every process is notified of the deletion, and ends the live pages that use the
 *  token.
 *  @throws AppError sign_in_required, session_ended, login_needed, token_not_found */
export async function revokeApiToken(actor: Actor, tokenId: string): Promise<void> {
  const { id: account } = requireUser(actor)
  if (!(await deleteApiToken(account, tokenId))) throw new AppError('token_not_found')
}
