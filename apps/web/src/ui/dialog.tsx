import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { DialogForm } from './dialog-form'
import { IconButton } from './icon-button'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** Makes a form of body and footer. */
  onSubmit?: () => void
  /** False while something typed or under way would be lost: Esc and a press outside then do nothing. */
  dismissible?: boolean
  /** False where a button of its own closes it. */
  hasClose?: boolean
  /** What has the focus first; otherwise the first control that is not the close button. */
  initialFocus?: RefObject<HTMLElement | null>
  /** 640 px instead of 480. */
  isWide?: boolean
  /** After it has closed and given the focus back. */
  onClosed?: () => void
}

/** A modal dialog of 480 px; below 768 px a sheet from below. The focus goes back to where it came from. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    footer,
    onSubmit,
    dismissible = true,
    initialFocus,
    onClosed,
    isWide = false,
    hasClose = true,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(nextOpen, details) => {
        if (!nextOpen && !dismissible && details.reason === 'escape-key') return
        onOpenChange(nextOpen)
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
