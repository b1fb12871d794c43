import { tokenScopes, type TokenScope } from '../entities/api-token'
import type { Action, Endpoint } from './endpoint'

/** The least scope for each action. */
export const scopeOfAction: Readonly<Record<Action, TokenScope>> = {
  unlock: 'read',
  view: 'read',
  comment: 'comment',
  edit: 'comment',
  deleteOwn: 'comment',
  resolveOwn: 'comment',
  resolveAny: 'comment',
  rename: 'manage',
  delete: 'manage',
  manage: 'manage',
  restore: 'manage',
  own: 'manage',
}

/** The least scope of an API token that may make the call; `login` if no API token may. */
export function scopeOf({ scope, action, method }: Endpoint): TokenScope | 'login' {
  if (scope) return scope
  if (action) return scopeOfAction[action]
  return method === 'GET' ? 'read' : 'manage'
}

/** Whether a token with the scope `held` may make a call that requires `needed`. */
export function covers(held: TokenScope, needed: TokenScope): boolean {
  return tokenScopes.indexOf(held) >= tokenScopes.indexOf(needed)
}
