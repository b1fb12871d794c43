import type { ReactNode, ComponentProps } from 'react'
import { Pin } from '../../ui/signs'
import { Sheet } from '../../ui/sheet'
import { m } from '@pinmark/words/messages'
import { FormField } from '../../ui/field'

interface AuthSheetProps {
  title: string
  children: ReactNode
  /** A link to the other form. */
  foot: ReactNode
}

/** The sheet of the login, registration and password forms, with a pin on its corner. */
export function AuthSheet({ title, children, foot }: AuthSheetProps) {
  return (
    <Sheet>
      <Pin number={1} className="pin-on-corner" />
      <h1 className="mb-6 text-26 font-[620] tracking-[-0.022em] wrap-anywhere">{title}</h1>
      {children}
      {foot && <p className="mt-6 text-ink-2">{foot}</p>}
    </Sheet>
  )
}

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

export function NameField(props: AccountFieldProps) {
  return <FormField {...props} label={m.field_name()} name="name" autoComplete="name" />
}
