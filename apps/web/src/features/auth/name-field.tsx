import type { Ref } from 'react'
import { TextField } from '../../ui/text-input'

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
