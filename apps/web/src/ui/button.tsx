import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { classNames } from './class-names'

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger'
/** `sm` in bars, `md` in forms and dialogs, `lg` for the one button of a page. */
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** The action is under way: the button cannot be pressed again, and has the focus back afterwards. */
  pending?: boolean
}

export function Button({ variant, size, pending = false, className, disabled, ref, ...props }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusKept(button, pending)
  return (
    <button
      type="button"
      {...props}
      ref={(element) => {
        button.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      disabled={disabled || pending}
      className={buttonClass({ variant, size, className })}
    />
  )
}

interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

/** The look of a button for something else: a link, or a dialog's trigger. */
export function buttonClass({ variant = 'outline', size = 'md', className }: ButtonLook): string {
  return classNames('button', `button-${variant}`, `button-${size}`, className)
}

/** A button that is switched off loses the focus to the page; it gets it back unless it has gone elsewhere. */
function useFocusKept(button: { current: HTMLButtonElement | null }, pending: boolean) {
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const element = button.current
    if (pending || !hadFocus.current) return
    hadFocus.current = false
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement.contains(element)) {
      element?.focus({ preventScroll: true })
    }
  }, [button, pending])
  // Asked while rendering, before the attribute is set and the browser takes the focus away.
  if (pending && button.current !== null && document.activeElement === button.current) hadFocus.current = true
}
