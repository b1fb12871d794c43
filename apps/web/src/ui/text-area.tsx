import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field, type FieldTexts } from './field'

/** The text decides its direction. Grows with its text if the browser can, from `rows` to `maxRows`. */
interface TextAreaProps extends ComponentProps<'textarea'> {
  maxRows?: number
}

export function TextArea({ className, maxRows = 10, style, ...props }: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      {...props}
      className={classNames('input input-area', className)}
      style={{ ...style, maxHeight: `calc(${maxRows} * 1.5em + 18px)` }}
    />
  )
}

/** A `TextArea` with its label, hint and error. */
export function TextAreaField({ label, hint, error, hasLiveError, ...props }: FieldTexts & TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} hasLiveError={hasLiveError}>
      {(control) => <TextArea {...control} {...props} />}
    </Field>
  )
}
