import type { TokenScope } from '@pinmark/shared/entities/api-token'

/** The name of a scope, and what it allows a script to do. */
export const scopeWords: Record<TokenScope, { label: string; word: string }> = {
  read: { label: 'Read', word: 'See projects and comments.' },
  comment: { label: 'Comment', word: 'Write and resolve comments too.' },
  manage: { label: 'Manage', word: 'Everything but password, logins and tokens.' },
}
