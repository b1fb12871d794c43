import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { DialogForm } from './dialog-form'
import { IconButton } from './icon-button'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons; the primary one is the last. */
  footer?: ReactNode
  /** Makes body and footer a form. */
  onSubmit?: () => void
  /** False while typed text or a running action would be lost: Esc and a press outside then do nothing. `by-escape`:
   *  only a press outside does nothing. Required, so that no dialog with a field forgets it. */
  dismissible: boolean | 'by-escape'
  /** False if one of its own buttons closes it. */
  hasClose?: boolean
  /** The element with the initial focus. Default: the first control that is not the close button. */
  initialFocus?: RefObject<HTMLElement | null>
  /** 640 px instead of 480. */
  isWide?: boolean
  /** Called after it has closed and returned the focus. */
  onClosed?: () => void
}

/** A modal dialog of 480 px; below 768 px a sheet from below. The focus goes back to where it came from. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    footer,
    onSubmit,
    dismissible,
    initialFocus,
    onClosed,
    isWide = false,
    hasClose = true,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={dismissible !== true}
      onOpenChange={(nextOpen, details) => {
        if (!nextOpen && (dismissible || details.reason !== 'escape-key')) onClose()
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="dialog-scrim" />
        <BaseDialog.Viewport className="dialog-viewport">
          <BaseDialog.Popup
            ref={popup}
            className={isWide ? 'dialog-popup md:max-w-160' : 'dialog-popup'}
            initialFocus={initialFocus ?? (() => firstControl(popup.current))}
          >
            <div className="flex items-center justify-between gap-2 pt-4 pr-3 pl-6 max-md:pt-3 max-md:pr-2 max-md:pl-4">
              <BaseDialog.Title className="dialog-title min-w-0 wrap-anywhere">{title}</BaseDialog.Title>
              {hasClose && (
                <BaseDialog.Close
                  render={
                    <IconButton label="Close">
                      <X aria-hidden size={18} strokeWidth={1.75} />
                    </IconButton>
                  }
                />
              )}
            </div>
            <DialogForm onSubmit={onSubmit} footer={footer}>
              {children}
            </DialogForm>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function firstControl(popup: HTMLElement | null): HTMLElement | null {
  return (
    popup?.querySelector<HTMLElement>(`.dialog-content :is(input, select, textarea, button):enabled`) ?? null
  )
}
