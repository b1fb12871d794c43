import * as roundsApi from '@pinmark/shared/api/rounds'
import type { Project } from '@pinmark/shared/entities/project'
import type { NewVerdict, Round, RoundChange } from '@pinmark/shared/entities/round'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/project-keys'

/** Says what a reviewer thinks of the round, in place of what they said before. */
export function useGiveVerdict(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewVerdict) => call(roundsApi.giveVerdict, { params: { projectId }, body }),
    onSuccess: (round) => putRound(queryClient, projectId, round),
    // The page may not know the round yet that the server speaks of.
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

/** Closes the round with a message to the reviewers, or opens it again. */
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
