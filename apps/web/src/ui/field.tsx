import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** What a control needs to belong to its label, hint and error. */
export interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Shown beside the control; null while nothing is wrong. */
  error?: string | null
  children: (control: FieldControl) => ReactNode
}

/** A label above a control, and what is said about it below. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="line-clamp-2 text-13 font-[550] wrap-anywhere">
        {label}
      </label>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true }),
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The sentence beside a field that was filled in wrongly. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-13 text-danger-text">
      <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px flex-none" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

interface FormProps {
  /** Called when the form is submitted, unless it is busy. */
  onSubmit: () => void
  isBusy: boolean
  children: ReactNode
}

/** A form of one column, which the app checks instead of the browser. */
export function Form({ onSubmit, isBusy, children }: FormProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {children}
    </form>
  )
}
