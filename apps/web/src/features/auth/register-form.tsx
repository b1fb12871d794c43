import * as usersApi from '@pinmark/shared/api/users'
import { registerSchema, type Registration } from '@pinmark/shared/entities/user'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { call } from '../../lib/api'
import { useForm } from '../../lib/form'
import { EmailField, NameField } from './fields'

interface RegisterFormProps {
  /** The token of an invitation; undefined where none is needed. */
  invitation?: string | undefined
  onRegistered: (email: string) => void
}

/** Every wrong field is marked before anything is sent. A refused attempt keeps the input. */
export function RegisterForm({ invitation, onRegistered }: RegisterFormProps) {
  const { values, field, submit, isPending, error } = useForm({
    schema: registerSchema,
    start: { name: '', email: '', password: '', invitation },
    mutation: useRegister(),
    fieldOf: refusedField,
    onSuccess: () => onRegistered(values.email),
  })
  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <NameField autoFocus {...field('name')} />
      <EmailField {...field('email')} />
      <PasswordField kind="new" hint="At least 8 characters." {...field('password')} />
      <FailureStrip error={error} otherwise={pageMessages.registrationFailed} />
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={isPending}>
        {isPending ? 'Registering...' : 'Register'}
      </Button>
    </Form>
  )
}

function refusedField(code: string) {
  if (code.startsWith('email_')) return 'email'
  return code.startsWith('password_') ? 'password' : null
}

/** Creates an account, without logging in. */
function useRegister() {
  return useMutation({
    mutationFn: (registration: Registration) => call(usersApi.register, { body: registration }),
  })
}
