import { errorSentence } from '@pinmark/shared/page-errors'
import type { Instance } from '@pinmark/shared/entities/instance'
import { pageRoutes } from '@pinmark/shared/paths'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { AuthSheet, EmailField, NameField } from '../../features/auth/auth-sheet'
import { SignOnButton } from '../../features/auth/sign-on-button'
import { useInstance } from '../../lib/instance'
import { type LoginState, parseLoginState, safeReturnPath } from '../../lib/return-path'
import { useSession } from '../../lib/session'
import { readSignOn } from '../../lib/sign-on'
import { useTitle } from '../../lib/title'
import * as usersApi from '@pinmark/shared/api/users'
import { registerSchema, type Registration } from '@pinmark/shared/entities/user'
import { m } from '@pinmark/words/messages'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { call } from '../../lib/api'
import { useForm } from '../../lib/form'

export function RegisterPage() {
  useTitle(m.action_register())
  const session = useSession()
  const navigate = useNavigate()
  const { state, hash } = useLocation()
  const { from } = parseLoginState(state)
  const registration = useInstance()?.registration
  // In the fragment, so that it never reaches the log of a server or a proxy.
  const invitation = hash.slice(1) || undefined
  const refusal = refusalOf(registration, invitation)
  const signOn = readSignOn()
  if (session) return <Navigate to={pageRoutes.dashboard} replace />

  const loginState: LoginState = from === undefined ? {} : { from }
  return (
    <AuthSheet
      title={m.action_register()}
      foot={
        <>
          {m.register_have_account()}{' '}
          <Link to={pageRoutes.login} state={loginState} className="foot-link text-ink">
            {m.action_login()}
          </Link>
        </>
      }
    >
      {refusal ? (
        <p className="text-ink-2">{errorSentence(refusal)}</p>
      ) : (
        <>
          {!signOn?.isOnly && (
            <RegisterForm
              invitation={invitation}
              onRegistered={(email) =>
                void navigate(pageRoutes.login, {
                  state: { ...loginState, registered: true, email } satisfies LoginState,
                })
              }
            />
          )}
          {signOn && (
            <SignOnButton from={safeReturnPath(from) ?? pageRoutes.dashboard} invitation={invitation} />
          )}
        </>
      )}
    </AuthSheet>
  )
}

/** Why the form is hidden. The server decides too; here people are spared a form that it would refuse. */
function refusalOf(registration: Instance['registration'] | undefined, invitation: string | undefined) {
  if (registration === 'closed') return 'registration_closed'
  return registration === 'invited' && invitation === undefined ? 'invitation_needed' : null
}

interface RegisterFormProps {
  /** The token of an invitation; undefined where none is needed. */
  invitation?: string | undefined
  onRegistered: (email: string) => void
}

/** Every wrong field is marked before anything is sent. A refused attempt keeps the input. */
function RegisterForm({ invitation, onRegistered }: RegisterFormProps) {
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
      <PasswordField kind="new" hint={m.password_hint()} {...field('password')} />
      <FailureStrip error={error} otherwise={m.register_failed()} />
      <Button type="submit" variant="primary" size="lg" className="mt-2" pending={isPending}>
        {isPending ? m.register_progress() : m.action_register()}
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
