import { m } from '@pinmark/words/messages'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type Ref } from 'react'
import { Field, TextInput } from './field'
import { IconButton } from './button'

interface PasswordFieldProps {
  label?: string
  /** `new` lets the browser suggest one. */
  kind: 'current' | 'new'
  hint?: string
  error?: string | null
  value: string
  onChange: (password: string) => void
  inputRef?: Ref<HTMLInputElement>
  /** Gets the focus when it is mounted. */
  hasFocus?: boolean
}

/** A password: the present one or a new one. */
export function PasswordField(props: PasswordFieldProps) {
  const { label = m.password_label(), kind, hint, error = null, value, onChange, inputRef, hasFocus } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...(inputRef && { ref: inputRef })}
          autoFocus={hasFocus}
          name={kind === 'new' ? 'new-password' : 'password'}
          autoComplete={`${kind}-password`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** For a password that will be passed on to others. */
  startsShown?: boolean
}

/** A password field with a button that shows the typed text. */
export function PasswordInput({ startsShown = false, ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(startsShown)
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="password-input"
      />
      <IconButton
        label={isShown ? m.password_hide() : m.password_show()}
        className="absolute inset-y-0 end-1 my-auto max-md:end-0"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff size={18} /> : <Eye size={18} />}
      </IconButton>
    </div>
  )
}

interface ConfirmPasswordProps {
  /** For the browser's password manager. */
  email: string
  error: string | null
  value: string
  onChange: (password: string) => void
  inputRef?: Ref<HTMLInputElement>
}

/** Asks for the password of the account, because an open page is not enough proof. */
export function ConfirmPassword({ email, ...field }: ConfirmPasswordProps) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField label={m.password_of_account()} kind="current" {...field} />
    </>
  )
}

/** Whether a refusal is about the password of the account that was typed. */
export function isAboutPassword(code: string): boolean {
  return code === 'wrong_current_password' || code === 'too_many_logins'
}
