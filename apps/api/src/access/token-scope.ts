import type { Action, Endpoint } from '@pinmark/shared/api/endpoint'
import { covers, scopeOf, scopeOfAction } from '@pinmark/shared/api/scopes'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from './actor'

/** Whether what the request was signed in with reaches as far as an action; without a token, and with a login, it does. */
export function tokenAllows({ user }: Actor, action: Action): boolean {
  return !user?.apiToken || covers(user.apiToken.scope, scopeOfAction[action])
}

/** @throws AppError login_needed, token_scope_too_small when the call is not for the API token it came with */
export function checkScope({ user }: Actor, endpoint: Endpoint): void {
  if (!user?.apiToken) return
  const needed = scopeOf(endpoint)
  if (needed === 'login') throw new AppError('login_needed')
  if (!covers(user.apiToken.scope, needed)) throw scopeTooSmall(needed)
}

export function scopeTooSmall(scope: string): AppError {
  return new AppError('token_scope_too_small', { params: { scope } })
}
