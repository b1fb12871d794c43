import { TextField } from '../../ui/text-input'

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
