import type { FormEvent, ReactNode } from 'react'

interface DialogFormProps {
  onSubmit?: (() => void) | undefined
  footer: ReactNode
  children: ReactNode
}

/** Body and footer of a dialog; a form if there is something to send. */
export function DialogForm({ onSubmit, footer, children }: DialogFormProps) {
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
