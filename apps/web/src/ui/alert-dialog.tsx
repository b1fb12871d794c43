import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, type ReactNode } from 'react'
import { Button } from './button'
import { DialogForm } from './dialog-form'

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
                    Cancel
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
