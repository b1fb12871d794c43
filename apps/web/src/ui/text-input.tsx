import type { ComponentProps } from 'react'
import { classNames } from './class-names'

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={classNames('input', className)} />
}
