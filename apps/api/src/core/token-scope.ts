import type { Action, Endpoint } from '@pinmark/shared/api/endpoint'
import { covers, scopeOf, scopeOfAction } from '@pinmark/shared/api/scopes'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from './actor'

/** Whether the scope of the request's API token includes an action. Requests without a token or with a login have no
 *  such limit. */
export function tokenAllows({ user }: Actor, action: Action): boolean {
  return !user?.apiToken || covers(user.apiToken.scope, scopeOfAction[action])
}

/** @throws AppError login_needed, token_scope_too_small when the API token of the request may not make the call */
export function checkScope({ user }: Actor, endpoint: Endpoint): void {
  if (!user?.apiToken) return
  const needed = scopeOf(endpoint)
  if (needed === 'login') throw new AppError('login_needed')
  if (!covers(user.apiToken.scope, needed)) throw scopeTooSmall(needed)
}

export function scopeTooSmall(scope: string): AppError {
  return new AppError('token_scope_too_small', { params: { scope } })
}
