import { m } from '@pinmark/words/messages'
import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { Button, IconButton } from './button'
import './overlays.css'

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
            <div className="flex items-center justify-between gap-2 pt-4 pe-3 ps-6 max-md:pt-3 max-md:pe-2 max-md:ps-4">
              <BaseDialog.Title className="dialog-title min-w-0 wrap-anywhere">{title}</BaseDialog.Title>
              {hasClose && (
                <BaseDialog.Close
                  render={
                    <IconButton label={m.action_close()}>
                      <X size={18} />
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
    popup?.querySelector<HTMLElement>(
      `.dialog-content :is(input:not([type=hidden]), select, textarea, button):enabled`,
    ) ?? null
  )
}

interface DialogFormProps {
  onSubmit?: (() => void) | undefined
  footer: ReactNode
  children: ReactNode
}

/** Body and footer of a dialog; a form if there is something to send. */
function DialogForm({ onSubmit, footer, children }: DialogFormProps) {
  const content = (
    <>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-footer">{footer}</div>}
    </>
  )
  if (!onSubmit) return <div className="dialog-content">{content}</div>

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // A dialog is rendered elsewhere, but in React's tree it is still inside the form that opened it.
    event.stopPropagation()
    onSubmit?.()
  }
  return (
    <form noValidate className="dialog-content" onSubmit={handleSubmit}>
      {content}
    </form>
  )
}

interface FormDialogProps extends Pick<
  DialogProps,
  'open' | 'onClose' | 'title' | 'children' | 'initialFocus'
> {
  /** What `useForm` returns. */
  form: { isDirty: boolean; isPending: boolean; submit: () => void }
  /** Label of the button that sends the form. */
  action: string
  /** Its label while the form is sent. */
  progress?: string
  tone?: 'primary' | 'danger'
  /** What the sent form has made, and is shown only here. It replaces the form, and only `Done` closes it. */
  result?: ReactNode
}

/** A form in a dialog. Its button and Enter send it. Esc, × and Cancel discard what was typed; a press outside does not, and
 *  nothing closes the dialog while it is sent. */
export function FormDialog(props: FormDialogProps) {
  const { form, action, progress = action, tone = 'primary', result, ...dialog } = props
  const { isDirty, isPending, submit } = form
  if (result) {
    return (
      <Dialog
        {...dialog}
        dismissible={false}
        hasClose={false}
        footer={
          <Button variant="primary" onClick={props.onClose}>
            {m.action_done()}
          </Button>
        }
      >
        {result}
      </Dialog>
    )
  }
  return (
    <Dialog
      {...dialog}
      onClose={() => !isPending && props.onClose()}
      dismissible={isPending ? false : !isDirty || 'by-escape'}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={props.onClose}>
            {m.action_cancel()}
          </Button>
          <Button type="submit" variant={tone} pending={isPending}>
            {isPending ? progress : action}
          </Button>
        </>
      }
    />
  )
}

interface AlertDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** The question, announced with the title. */
  question: string
  children: ReactNode
  confirmLabel: string
  pending: boolean
  onConfirm: () => void
}

/** A confirmation before something is deleted. `Cancel` has the initial focus, and a press outside does not
 *  close it. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onClose, title, question, children, confirmLabel, pending, onConfirm } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && !pending && onClose()}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className="dialog-scrim" />
        <BaseAlertDialog.Viewport className="dialog-viewport">
          <BaseAlertDialog.Popup className="dialog-popup" initialFocus={cancel}>
            <div className="px-6 pt-5 max-md:px-4 max-md:pt-4">
              <BaseAlertDialog.Title className="dialog-title">{title}</BaseAlertDialog.Title>
            </div>
            <DialogForm
              footer={
                <>
                  <BaseAlertDialog.Close disabled={pending} render={<Button ref={cancel} />}>
                    {m.action_cancel()}
                  </BaseAlertDialog.Close>
                  <Button variant="danger" pending={pending} onClick={onConfirm}>
                    {confirmLabel}
                  </Button>
                </>
              }
            >
              <BaseAlertDialog.Description className="wrap-anywhere">{question}</BaseAlertDialog.Description>
              {children}
            </DialogForm>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
