import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { useForgetPassword } from './api/use-forgotten-password'
import { EmailField } from './email-field'

/** Requests a link for a new password. The answer is the same for every address. */
export function ForgotForm() {
  const [email, setEmail] = useState('')
  const forget = useForgetPassword()
  return (
    <Form isBusy={forget.isPending} onSubmit={() => forget.mutate(email)}>
      <EmailField value={email} onChange={setEmail} />
      <FailureStrip error={forget.error} otherwise="The link could not be sent. Try again." />
      <Button type="submit" variant="primary" size="lg" pending={forget.isPending}>
        {forget.isPending ? 'Sending...' : 'Send link'}
      </Button>
      <p role="status" className="flex gap-2 text-13 empty:hidden">
        {forget.isSuccess && (
          <>
            <Check aria-hidden size={16} strokeWidth={2} className="mt-px flex-none" />
            Sent, if there is an account. The link works for 30 minutes.
          </>
        )}
      </p>
    </Form>
  )
}
