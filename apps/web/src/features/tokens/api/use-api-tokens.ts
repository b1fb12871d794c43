import * as tokensApi from '@pinmark/shared/api/tokens'
import type { ApiTokenRequest } from '@pinmark/shared/entities/api-token'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../../lib/api'

const queryKey = ['api-tokens'] as const

/** The API tokens of the account, newest first. */
export function useApiTokens() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call(tokensApi.listApiTokens, { signal }) })
}

/** Creates a token. Only this answer contains it. */
export function useCreateApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiTokenRequest) => call(tokensApi.createApiToken, { body }),
    // Also after an error: the token exists if only the answer was lost.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    // Kept in memory only as long as the dialog shows it.
    gcTime: 0,
  })
}

/** Revokes a token at once. */
export function useRevokeApiToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => callDeletion(tokensApi.revokeApiToken, { params: { tokenId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
