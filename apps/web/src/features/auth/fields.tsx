import type { Ref } from 'react'
import { TextField } from '../../ui/field'

interface EmailFieldProps {
  value: string
  onChange: (email: string) => void
}

/** The e-mail address of an account. Password managers use it as the user name. */
export function EmailField({ value, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface NameFieldProps {
  hint?: string
  error?: string | null
  value: string
  onChange: (name: string) => void
  inputRef?: Ref<HTMLInputElement>
}

/** The name of the account. */
export function NameField({ hint, error = null, value, onChange, inputRef }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      hint={hint}
      error={error}
      ref={inputRef}
      name="name"
      autoComplete="name"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
