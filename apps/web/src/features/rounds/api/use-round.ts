import * as roundsApi from '@pinmark/shared/api/rounds'
import type { Project } from '@pinmark/shared/entities/project'
import type { NewVerdict, Round, RoundChange } from '@pinmark/shared/entities/round'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Stores a reviewer's verdict on the round, in place of an earlier one. */
export function useGiveVerdict(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewVerdict) => call(roundsApi.giveVerdict, { params: { projectId }, body }),
    onSuccess: (round) => putRound(queryClient, projectId, round),
    // The refusal may be about a round that the page does not know yet.
    onError: () => queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true }),
  })
}

export function useWithdrawVerdict(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(roundsApi.withdrawVerdict, { params: { projectId } }),
    onSuccess: (round) => putRound(queryClient, projectId, round),
  })
}

/** Closes the round with a message to the reviewers, or reopens it. */
export function useChangeRound(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RoundChange) => call(roundsApi.changeRound, { params: { projectId }, body }),
    onSuccess: (round) => putRound(queryClient, projectId, round),
    // Another page may have opened the next round meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true }),
  })
}

function putRound(queryClient: QueryClient, projectId: string, round: Round): void {
  queryClient.setQueryData<Project>(
    projectKeys.project(projectId),
    (project) => project && { ...project, round },
  )
}
