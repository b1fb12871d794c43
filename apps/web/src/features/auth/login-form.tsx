import { pageMessages } from '@pinmark/shared/page-messages'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { useLogin } from './api/use-login'
import { EmailField } from './email-field'
import { PasswordField } from '../../ui/password-field'

interface LoginFormProps {
  /** Filled in after a registration. */
  initialEmail: string
}

/** The form validates nothing before it sends. A failed attempt keeps the input. */
export function LoginForm({ initialEmail }: LoginFormProps) {
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const { logIn, isPending, error } = useLogin()
  return (
    <Form isBusy={isPending} onSubmit={() => void logIn({ email, password })}>
      <EmailField value={email} onChange={setEmail} />
      {/* After a registration the e-mail is filled in and only the password is missing. */}
      <PasswordField kind="current" value={password} hasFocus={initialEmail !== ''} onChange={setPassword} />
      <FailureStrip error={error} otherwise={pageMessages.loginFailed} />
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={isPending}>
        {isPending ? 'Logging in...' : 'Login'}
      </Button>
    </Form>
  )
}
