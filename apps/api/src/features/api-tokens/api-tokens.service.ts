import type { ApiToken, ApiTokenRequest, NewApiToken } from '@pinmark/shared/entities/api-token'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { requireUser, type Actor } from '../../access/actor'
import { checkOrTakeBack, limitCheck } from '../../base/check-or-take-back'
import { newPublicId } from '../../base/public-id'
import { countApiTokens, deleteApiToken, findApiTokens, insertApiToken } from '../../models/api-token'
import { hashApiToken, newApiTokenText } from '../../platform/api-token-text'
import { presentApiToken } from '../../presenters/api-token'

const checkLimit = limitCheck(countApiTokens, limits.apiTokensPerAccount, 'token_limit_reached')

/** The tokens of the account, newest first.
 *  @throws AppError sign_in_required, session_ended, login_needed */
export async function listApiTokens(actor: Actor): Promise<ApiToken[]> {
  const tokens = await findApiTokens(requireUser(actor).id)
  return tokens.map(presentApiToken)
}

/** Makes a token. Only this answer contains it.
 *  @throws AppError sign_in_required, session_ended, login_needed, token_end_past, token_limit_reached */
export async function createApiToken(
  actor: Actor,
  { name, scope, endsAt: end }: ApiTokenRequest,
): Promise<NewApiToken> {
  const { id: account } = requireUser(actor)
  const createdAt = new Date()
  const endsAt = end ? new Date(end) : null
  if (endsAt && endsAt <= createdAt) throw new AppError('token_end_past')
  await checkLimit(account, 1)

  const token = newApiTokenText()
  const lastFour = token.slice(-4)
  const record = { _id: newPublicId(), account, name, scope, hash: hashApiToken(token), lastFour }
  const stored = { ...record, createdAt, endsAt, lastUsedAt: null }
  await insertApiToken(stored)
  await checkOrTakeBack(
    () => checkLimit(account, 0),
    () => deleteApiToken(account, stored._id),
  )
  return { ...presentApiToken(stored), token }
}

/** Revokes a token at once. Every process is notified of the deletion, and ends the live pages that use the
 *  token.
 *  @throws AppError sign_in_required, session_ended, login_needed, token_not_found */
export async function revokeApiToken(actor: Actor, tokenId: string): Promise<void> {
  const { id: account } = requireUser(actor)
  if (!(await deleteApiToken(account, tokenId))) throw new AppError('token_not_found')
}
