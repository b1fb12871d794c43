import * as membersApi from '@pinmark/shared/api/members'
import type { NewInvitation } from '@pinmark/shared/entities/members'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../lib/api'
import { projectKeys } from '../../lib/query-keys'

/** The people who work on a project. */
export function useMembers(projectId: string) {
  return useQuery({
    queryKey: projectKeys.members(projectId),
    queryFn: ({ signal }) => call(membersApi.listMembers, { params: { projectId }, signal }),
    // Someone may have joined since it was last shown.
    staleTime: 0,
  })
}

/** What a person does to the members of a project. */
export type MemberChange =
  | { kind: 'remove' | 'leave' | 'offer'; member: string }
  | { kind: 'withdraw'; invitation: string }
  | { kind: 'endOffer' }
  | { kind: 'accept' }

/** Makes one change of the members of a project. */
export function useChangeMembers(projectId: string) {
  return useMemberMutation(projectId, (change: MemberChange) => send(projectId, change))
}

/** Makes an invitation. Only the answer contains its address. */
export function useInvite(projectId: string) {
  return useMemberMutation(projectId, (body: NewInvitation) =>
    call(membersApi.inviteMember, { params: { projectId }, body }),
  )
}

function send(projectId: string, change: MemberChange): Promise<void> {
  const params = { projectId }
  if (change.kind === 'offer')
    return call(membersApi.offerProject, { params, body: { member: change.member } })
  if (change.kind === 'endOffer') return call(membersApi.endOffer, { params })
  if (change.kind === 'accept') return call(membersApi.acceptOffer, { params })
  if (change.kind === 'withdraw')
    return callDeletion(membersApi.withdrawInvitation, {
      params: { ...params, invitationId: change.invitation },
    })
  return callDeletion(membersApi.removeMember, { params: { ...params, memberId: change.member } })
}

/** Lists of projects show members too. After a failure they are read again, because only the answer may have been lost. */
function useMemberMutation<Input, Answer>(projectId: string, mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
      return queryClient.invalidateQueries({ queryKey: projectKeys.members(projectId) })
    },
  })
}
