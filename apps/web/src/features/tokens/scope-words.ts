import type { TokenScope } from '@pinmark/shared/entities/api-token'

/** What a scope is called, and what it lets a script do. */
export const scopeWords: Record<TokenScope, { label: string; word: string }> = {
  read: { label: 'Read', word: 'See projects and comments.' },
  comment: { label: 'Comment', word: 'Write and resolve comments too.' },
  manage: { label: 'Manage', word: 'Everything but password, logins and tokens.' },
}
