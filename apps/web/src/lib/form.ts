import { AppError, errorSentence } from '@pinmark/shared/page-errors'
import { isPageErrorCode } from '@pinmark/shared/page-messages'
import { useRef, useState } from 'react'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

interface Refusal {
  readonly issues: readonly Issue[]
}

/** The result of a schema. */
export type Checked<Sent> =
  | { success: true; data: Sent; error?: undefined }
  | { success: false; error: Refusal }

/** What a form uses of a mutation of react-query. */
interface Mutation<Sent, Answer> {
  mutate: (
    sent: Sent,
    options: { onSuccess: (answer: Answer) => void; onError: (error: Error) => void },
  ) => void
  reset: () => void
  isPending: boolean
  error: Error | null
}

interface FormOptions<Values extends object, Sent, Answer> {
  /** Checks what is sent. The server uses the same. */
  schema: { safeParse: (values: Values) => Checked<Sent> }
  /** What the fields show until something is typed. */
  start: Values
  /** Sends the values. */
  mutation: Mutation<NoInfer<Sent>, Answer>
  onSuccess?: (answer: Answer) => void
  /** The field that a refusal of the server is about, by its code. The refusal is shown there. */
  fieldOf?: (code: string) => NoInfer<keyof Values> | null
}

/** The fields of a form and its submit. Every invalid field gets its error, and so does one that the server refuses. The
 *  first of them gets the focus. A failed attempt keeps what was typed. */
export function useForm<Values extends object, Sent, Answer>({
  schema,
  start,
  mutation,
  onSuccess,
  fieldOf,
}: FormOptions<Values, Sent, Answer>) {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const values: Values = { ...start, ...typed }
  const [invalid, setInvalid] = useState<Refusal | null>(null)
  const controls = useRef(new Map<PropertyKey, HTMLElement>())
  const { error, isPending } = mutation
  const refusedField = (failure: Error | null) =>
    failure instanceof AppError ? (fieldOf?.(failure.named) ?? null) : null
  const refused = refusedField(error)

  const focus = (field: PropertyKey | null | undefined) => field && controls.current.get(field)?.focus()

  function submit() {
    if (isPending) return
    const checked = schema.safeParse(values)
    setInvalid(checked.success ? null : checked.error)
    if (!checked.success) {
      mutation.reset()
      focus([...controls.current.keys()].find((field) => fieldError(checked.error, field) !== null))
      return
    }
    mutation.mutate(checked.data, {
      onSuccess: (answer) => onSuccess?.(answer),
      onError: (failure) => focus(refusedField(failure)),
    })
  }

  /** The props of the control of a field. */
  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    error: (invalid && fieldError(invalid, name)) ?? (refused === name ? (error?.message ?? null) : null),
    inputRef: (control: HTMLElement | null) => {
      if (control) controls.current.set(name, control)
      else controls.current.delete(name)
    },
    onChange: (value: Values[Name]) => setTyped((current) => ({ ...current, [name]: value })),
  })

  return {
    values,
    field,
    submit,
    isPending,
    isDirty: Object.entries(typed).some(([name, value]) => Reflect.get(start, name) !== value),
    /** Forgets what was typed. */
    reset: () => setTyped({}),
    /** Why the attempt failed, unless a field says it. */
    error: refused === null ? error : null,
  }
}

/** The sentence for a field that a shared schema refused, or null: schemas name codes of the catalogue. */
export function fieldError({ issues }: Refusal, field: PropertyKey): string | null {
  return sentenceOf(issues.find(({ path }) => path[0] === field))
}

/** The same for the schema of a single value. */
export function valueError({ issues }: Refusal): string | null {
  return sentenceOf(issues[0])
}

function sentenceOf(issue: Issue | undefined): string | null {
  if (!issue) return null
  return isPageErrorCode(issue.message) ? errorSentence(issue.message) : issue.message
}
