import * as usersApi from '@pinmark/shared/api/users'
import type { Registration } from '@pinmark/shared/entities/user'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { call } from '../../lib/api'
import { EmailField, NameField } from './fields'

interface RegisterFormProps {
  /** The token of an invitation; undefined where none is needed. */
  invitation?: string | undefined
  onRegistered: (email: string) => void
}

/** The form validates nothing before it sends. A refused attempt keeps the input. */
export function RegisterForm({ invitation, onRegistered }: RegisterFormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const register = useRegister()
  return (
    <Form
      isBusy={register.isPending}
      onSubmit={() =>
        register.mutate({ name, email, password, invitation }, { onSuccess: () => onRegistered(email) })
      }
    >
      <NameField value={name} onChange={setName} />
      <EmailField value={email} onChange={setEmail} />
      <PasswordField kind="new" hint="At least 8 characters." value={password} onChange={setPassword} />
      <FailureStrip error={register.error} otherwise={pageMessages.registrationFailed} />
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={register.isPending}>
        {register.isPending ? 'Registering...' : 'Register'}
      </Button>
    </Form>
  )
}

/** Creates an account, without logging in. */
function useRegister() {
  return useMutation({
    mutationFn: (registration: Registration) => call(usersApi.register, { body: registration }),
  })
}
