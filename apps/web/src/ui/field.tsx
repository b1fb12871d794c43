import { ChevronDown, CircleAlert } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode, type Ref } from 'react'
import { classNames } from './class-names'

/** Props that connect a control with its label, hint and error. */
interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  /** Shown beside the control; null without an error. */
  error?: string | null | undefined
  /** Screen readers announce the error at once if the control already has the focus. False if something else
   *  on the page announces it. */
  hasLiveError?: boolean | undefined
}

interface FieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode
}

/** A label above a control, with hint and error below. */
export function Field({ label, hint, error, hasLiveError = true, children }: FieldProps) {
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
      {error && (
        <FieldError id={`${id}-error`} {...(hasLiveError && { controlId: id })}>
          {error}
        </FieldError>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

interface FieldErrorProps {
  id: string
  /** Id of the control, if its error is announced at once while it has the focus. */
  controlId?: string
  /** It is announced at once wherever the focus is. */
  isAlert?: boolean
  children: ReactNode
}

/** The error message beside an invalid field. Screen readers announce it when the field gets the focus. */
export function FieldError({ id, controlId, isAlert: isAnnounced = false, children }: FieldErrorProps) {
  const [isAlert] = useState(() => isAnnounced || document.activeElement?.id === controlId)
  return (
    <p id={id} role={isAlert ? 'alert' : undefined} className="flex gap-1.5 text-13 text-danger-text">
      <CircleAlert className="mt-px flex-none" />
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

/** A form of one column, validated by the app instead of the browser. */
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

/** The text decides its direction, and the page that of an empty field with its placeholder: `auto` alone makes it left to
 *  right in browsers. */
function directionOf(value: unknown): 'auto' | undefined {
  return value === '' ? undefined : 'auto'
}

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input type="text" dir={directionOf(props.value)} {...props} className={classNames('input', className)} />
  )
}

export function TextField({
  label,
  hint,
  error,
  hasLiveError,
  ...props
}: FieldTexts & ComponentProps<typeof TextInput>) {
  return (
    <Field label={label} hint={hint} error={error} hasLiveError={hasLiveError}>
      {(control) => <TextInput {...control} {...props} />}
    </Field>
  )
}

type FormFieldProps = Omit<ComponentProps<typeof TextField>, 'ref' | 'onChange'> & {
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string) => void
}

/** A `TextField` with the props of a field of `useForm`. */
export function FormField({ inputRef, onChange, ...props }: FormFieldProps) {
  return <TextField {...props} ref={inputRef} onChange={({ target }) => onChange(target.value)} />
}

/** Grows with its text if the browser can, from `rows` to `maxRows`. */
interface TextAreaProps extends ComponentProps<'textarea'> {
  maxRows?: number
}

export function TextArea({ className, maxRows = 10, style, ...props }: TextAreaProps) {
  return (
    <textarea
      dir={directionOf(props.value)}
      {...props}
      className={classNames('input input-area', className)}
      style={{ ...style, maxHeight: `calc(${maxRows} * 1.5em + 18px)` }}
    />
  )
}

export function TextAreaField({ label, hint, error, hasLiveError, ...props }: FieldTexts & TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} hasLiveError={hasLiveError}>
      {(control) => <TextArea {...control} {...props} />}
    </Field>
  )
}

/** A native list of choices in the look of a text field. @param className class of its box, which has its width */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classNames('select', className)}>
      <select {...props} className="input" />
      <ChevronDown />
    </span>
  )
}
