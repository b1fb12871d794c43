import { m } from '@pinmark/words/messages'
import { useEffect, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names'

type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger'
/** `sm` in toolbars, `md` in forms and dialogs, `lg` for the single button of a page. */
type ButtonSize = 'sm' | 'md' | 'lg'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** The action is running: the button cannot be pressed again, and gets the focus back afterwards. */
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
      data-pending={pending || undefined}
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

/** A disabled button silently loses the focus to the page. It gets the focus back unless it has moved
 *  elsewhere meanwhile. */
function useFocusKept(button: { current: HTMLButtonElement | null }, pending: boolean) {
  const hasFocus = useRef(false)
  useEffect(() => {
    const element = button.current
    const controller = new AbortController()
    const { signal } = controller
    element?.addEventListener('focus', () => (hasFocus.current = true), { signal })
    element?.addEventListener('blur', () => (hasFocus.current = element.disabled), { signal })
    return () => controller.abort()
  }, [button])
  useLayoutEffect(() => {
    const { activeElement } = document
    const isNowhere = activeElement === document.body || activeElement?.contains(button.current)
    if (!pending && hasFocus.current && isNowhere) button.current?.focus({ preventScroll: true })
  }, [button, pending])
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its accessible name, and its tooltip. */
  label: string
  /** Another text for the tooltip. */
  tooltip?: string
  /** The key that does the same, for the tooltip. */
  shortcut?: string
  size?: 'sm' | 'md'
  children: ReactNode
}

/** A square button with an icon of 18 px. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, tooltip = label, size = 'md', className, children, ...button } = props
  return (
    <button
      type="button"
      {...button}
      aria-label={label}
      data-tooltip={shortcut === undefined ? tooltip : m.tooltip_with_key({ label: tooltip, key: shortcut })}
      className={classNames('icon-button', size === 'sm' && 'icon-button-sm', className)}
    >
      {children}
    </button>
  )
}
