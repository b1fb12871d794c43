import { newInvitationSchema } from '@pinmark/shared/entities/members'
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
    <section aria-label="Invite" className="grid gap-4 border-t pt-4">
      <Form isBusy={form.isPending} onSubmit={form.submit}>
        {instance?.mail ? (
          <FormField
            label="E-mail address"
            hint="The invitation is sent to it. You can leave it out, and send the link yourself."
            type="email"
            autoComplete="off"
            {...form.field('email')}
          />
        ) : (
          <p className="text-13 text-ink-3">Send the link to the person who should work on this project.</p>
        )}
        <div>
          <Button type="submit" pending={form.isPending}>
            Invite
          </Button>
        </div>
      </Form>
      <FailureStrip error={form.error} otherwise="Could not make an invitation. Try again." />
      {made && (
        <CopyField
          key={made._id}
          autoFocus
          what="invitation"
          label={made.email === null || !instance?.mail ? 'Invitation' : `Invitation, sent to ${made.email}`}
          text={new URL(made.path, instance?.publicUrl ?? window.location.origin).href}
          hint={`It works once, until ${formatDate(made.endsAt)}, and is shown only now.`}
        />
      )}
    </section>
  )
}
