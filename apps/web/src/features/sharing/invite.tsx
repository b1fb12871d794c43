import { newInvitationSchema } from '@pinmark/shared/entities/members'
import { m } from '@pinmark/words/messages'
import { formatDate } from '../../lib/clock'
import { useForm } from '../../lib/form'
import { useInstance } from '../../lib/instance'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { FailureStrip } from '../../ui/error-strip'
import { Form, FormField } from '../../ui/field'
import { useInvite } from './use-members'

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
