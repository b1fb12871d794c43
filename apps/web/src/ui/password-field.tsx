import type { Ref } from 'react'
import { Field } from './field'
import { PasswordInput } from './password-input'

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
  const { label = 'Password', kind, hint, error = null, value, onChange, inputRef, hasFocus } = props
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
