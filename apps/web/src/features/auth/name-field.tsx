import { TextField } from '../../ui/text-input'

interface NameFieldProps {
  hint?: string
  error?: string | null
  value: string
  onChange: (name: string) => void
}

/** The name of the account. */
export function NameField({ hint, error = null, value, onChange }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      hint={hint}
      error={error}
      name="name"
      autoComplete="name"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
