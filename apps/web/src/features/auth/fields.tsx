import { m } from '@pinmark/words/messages'
import type { ComponentProps } from 'react'
import { FormField } from '../../ui/field'

type AccountFieldProps = Omit<ComponentProps<typeof FormField>, 'label'>

/** The e-mail address of an account. Password managers use it as the user name. */
export function EmailField(props: AccountFieldProps) {
  return (
    <FormField
      {...props}
      label={m.field_email()}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** The name of the account. */
export function NameField(props: AccountFieldProps) {
  return <FormField {...props} label={m.field_name()} name="name" autoComplete="name" />
}
