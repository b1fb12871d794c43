import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** Grows with its text if the browser can, from `rows` to `maxRows`. */
interface TextAreaProps extends ComponentProps<'textarea'> {
  maxRows?: number
}

export function TextArea({ className, maxRows = 10, style, ...props }: TextAreaProps) {
  return (
    <textarea
      {...props}
      className={classNames('input input-area', className)}
      style={{ ...style, maxHeight: `calc(${maxRows} * 1.5em + 18px)` }}
    />
  )
}
