import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** A native list of choices in the look of a text field. @param className class of its box, which has its width */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classNames('select', className)}>
      <select {...props} className="input" />
      <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
    </span>
  )
}
