import { listProjects } from '@pinmark/shared/api/projects'
import * as tokensApi from '@pinmark/shared/api/tokens'
import type { ApiTokenRequest, TokenScope } from '@pinmark/shared/entities/api-token'
import { m } from '@pinmark/words/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../lib/api'
import { accountKeys } from '../../lib/query-keys'

/** The API tokens of the account, newest first. */
export function useApiTokens() {
  return useQuery({
    queryKey: accountKeys.tokens,
    queryFn: ({ signal }) => call(tokensApi.listApiTokens, { signal }),
  })
}

/** The projects that a token can be bound to. */
export function useChoosableProjects() {
  return useQuery({
    queryKey: [...accountKeys.tokens, 'projects'],
    queryFn: ({ signal }) => call(listProjects, { query: { image: 'none' }, signal }),
  })
}

/** Creates a token. Only this answer contains it. */
export function useCreateApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiTokenRequest) => call(tokensApi.createApiToken, { body }),
    // Also after an error: the token exists if only the answer was lost.
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.tokens }),
    // Kept in memory only as long as the dialog shows it.
    gcTime: 0,
  })
}

/** Revokes a token at once. */
export function useRevokeApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => callDeletion(tokensApi.revokeApiToken, { params: { tokenId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.tokens }),
  })
}

/** The name of a scope, and what it allows a script to do. */
export const scopeWords: Record<TokenScope, { label: () => string; word: () => string }> = {
  read: { label: () => m.scope_read(), word: () => m.scope_read_word() },
  comment: { label: () => m.scope_comment(), word: () => m.scope_comment_word() },
  manage: { label: () => m.scope_manage(), word: () => m.scope_manage_word() },
}
