import { pageMessages } from '@pinmark/shared/messages'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { ErrorStrip } from '../../ui/error-strip'
import { Field } from '../../ui/field'
import { PasswordInput } from '../../ui/password-input'
import { TextInput } from '../../ui/text-input'
import { useRegister } from './api/use-register'
import { authFailure } from './auth-failure'

interface RegisterFormProps {
  onRegistered: (email: string) => void
}

/** Nothing is checked before it is sent; a refused try keeps what was typed. */
export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const register = useRegister()
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (register.isPending) return
        register.mutate({ name, email, password }, { onSuccess: () => onRegistered(email) })
      }}
    >
      <Field label="Name">
        {(control) => (
          <TextInput
            {...control}
            name="name"
            dir="auto"
            autoComplete="name"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label="Email">
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Field label="Password" hint="At least 8 characters.">
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <ErrorStrip>
        {register.error && authFailure(pageMessages.registrationFailed, register.error)}
      </ErrorStrip>
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={register.isPending}>
        {register.isPending ? 'Registering...' : 'Register'}
      </Button>
    </form>
  )
}
