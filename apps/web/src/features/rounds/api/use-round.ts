import * as roundsApi from '@pinmark/shared/api/rounds'
import type { NewVerdict, Round, RoundChange } from '@pinmark/shared/entities/round'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api'
import { applyProjectAnswer, beginRevision } from '../../../lib/kept-project'
import { reloadProject } from '../../../lib/query-keys'

/** Stores a reviewer's verdict on the round, in place of an earlier one. */
export function useGiveVerdict(projectId: string) {
  return useRoundCall(projectId, (body: NewVerdict) =>
    call(roundsApi.giveVerdict, { params: { projectId }, body }),
  )
}

export function useWithdrawVerdict(projectId: string) {
  return useRoundCall(projectId, () => call(roundsApi.withdrawVerdict, { params: { projectId } }))
}

/** Closes the round with a message to the reviewers, or reopens it. */
export function useChangeRound(projectId: string) {
  return useRoundCall(projectId, (body: RoundChange) =>
    call(roundsApi.changeRound, { params: { projectId }, body }),
  )
}

/** A call whose answer is the round. */
function useRoundCall<Input>(projectId: string, send: (input: Input) => Promise<Round>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: beginRevision,
    onSuccess: (round, _input, at) =>
      applyProjectAnswer(queryClient, projectId, (project) => ({ ...project, round }), { part: 'round', at }),
    // The refusal may be about a round that the page does not know yet.
    onError: () => reloadProject(queryClient, projectId),
  })
}
