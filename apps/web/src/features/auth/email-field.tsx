import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'

interface EmailFieldProps {
  value: string
  onChange: (email: string) => void
}

/** The e-mail address of an account; to a password manager it is the name of the user. */
export function EmailField({ value, onChange }: EmailFieldProps) {
  return (
    <Field label="Email">
      {(control) => (
        <TextInput
          {...control}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
