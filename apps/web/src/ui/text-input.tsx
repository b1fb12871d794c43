import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field, type FieldTexts } from './field'

/** The text decides its direction. */
export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" dir="auto" {...props} className={classNames('input', className)} />
}

/** A `TextInput` with its label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  hasLiveError,
  ...props
}: FieldTexts & ComponentProps<typeof TextInput>) {
  return (
    <Field label={label} hint={hint} error={error} hasLiveError={hasLiveError}>
      {(control) => <TextInput {...control} {...props} />}
    </Field>
  )
}
