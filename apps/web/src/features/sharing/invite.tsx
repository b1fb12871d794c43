import * as membersApi from '@pinmark/shared/api/members'
import { newInvitationSchema, type NewInvitation } from '@pinmark/shared/entities/members'
import { m } from '@pinmark/words/messages'
import { formatDate } from '../../lib/clock'
import { useForm } from '../../lib/form'
import { useInstance } from '../../lib/instance'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { FailureStrip } from '../../ui/error-strip'
import { Form, FormField } from '../../ui/field'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callDeletion } from '../../lib/api'
import { projectKeys } from '../../lib/query-keys'

/** A blank address means an invitation without one. */
const schema = {
  safeParse: ({ email }: { email: string }) =>
    newInvitationSchema.safeParse(email.trim() === '' ? {} : { email }),
}

/** Makes invitations. The address of the last one is shown to copy, because no later answer contains it. */
export function Invite({ projectId }: { projectId: string }) {
  const instance = useInstance()
  const invite = useInvite(projectId)
  const form = useForm({
    schema,
    start: { email: '' },
    mutation: invite,
    onSuccess: () => form.reset(),
    fieldOf: (code) => (code.startsWith('email_') ? 'email' : null),
  })
  const { data: made } = invite
  return (
    <section aria-label={m.invite()} className="grid gap-4 border-t pt-4">
      <Form isBusy={form.isPending} onSubmit={form.submit}>
        {instance?.mail ? (
          <FormField
            label={m.invite_email()}
            hint={m.invite_email_hint()}
            type="email"
            autoComplete="off"
            {...form.field('email')}
          />
        ) : (
          <p className="text-13 text-ink-3">{m.invite_hint()}</p>
        )}
        <div>
          <Button type="submit" pending={form.isPending}>
            {m.invite()}
          </Button>
        </div>
      </Form>
      <FailureStrip error={form.error} otherwise={m.invite_failed()} />
      {made && (
        <CopyField
          key={made._id}
          autoFocus
          what="link"
          label={
            made.email === null || !instance?.mail ? m.invitation() : m.invitation_sent({ email: made.email })
          }
          text={new URL(made.path, instance?.publicUrl ?? window.location.origin).href}
          hint={m.invitation_hint({ date: formatDate(made.endsAt) })}
        />
      )}
    </section>
  )
}

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
function useInvite(projectId: string) {
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
