import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its accessible name, and its tooltip. */
  label: string
  /** Another text for the tooltip, for example with the key. */
  tooltip?: string
  size?: 'sm' | 'md'
  children: ReactNode
}

/** A square button with an icon of 18 px. */
export function IconButton({ label, tooltip, size = 'md', className, children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      data-tooltip={tooltip ?? label}
      className={classNames('icon-button', size === 'sm' && 'icon-button-sm', className)}
    >
      {children}
    </button>
  )
}
