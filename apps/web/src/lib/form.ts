import { isPageErrorCode, pageErrors } from '@pinmark/shared/page-messages'
import { useRef, useState } from 'react'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

interface Refusal {
  readonly issues: readonly Issue[]
}

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

interface FormOptions<Field extends string, Sent, Answer> {
  /** Checks what is sent. The server uses the same. */
  schema: {
    safeParse: (
      values: Record<Field, string>,
    ) => { success: true; data: Sent; error?: undefined } | { success: false; error: Refusal }
  }
  /** What the fields show until something is typed. */
  start: Record<Field, string>
  /** Sends the values. */
  mutation: Mutation<NoInfer<Sent>, Answer>
  onSuccess?: (answer: Answer) => void
  /** The message of a refusal that is about a field. It is shown there. */
  refused?: { field: NoInfer<Field>; problemOf: (error: Error | null) => string | null }
}

/** The fields of a form and its submit. An invalid field gets its error and the focus, and so does one that the server
 *  refuses. A failed attempt keeps what was typed. */
export function useForm<Field extends string, Sent, Answer>({
  schema,
  start,
  mutation,
  onSuccess,
  refused,
}: FormOptions<Field, Sent, Answer>) {
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const values = { ...start, ...typed }
  const [invalid, setInvalid] = useState<Refusal | null>(null)
  const controls = useRef(new Map<Field, HTMLElement>())
  const { error, isPending } = mutation
  const problem = refused?.problemOf(error) ?? null

  const focus = (field: Field | undefined) => field !== undefined && controls.current.get(field)?.focus()

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
      onError: (failure) => {
        if (refused && refused.problemOf(failure) !== null) focus(refused.field)
      },
    })
  }

  /** The props of the control of a field. */
  const field = (name: Field) => ({
    value: values[name],
    error: (invalid && fieldError(invalid, name)) ?? (refused?.field === name ? problem : null),
    inputRef: (control: HTMLElement | null) => {
      if (control) controls.current.set(name, control)
      else controls.current.delete(name)
    },
    onChange: (value: string) => setTyped((current) => ({ ...current, [name]: value })),
  })

  return {
    values,
    field,
    submit,
    isPending,
    /** Forgets what was typed. */
    reset: () => setTyped({}),
    /** Why the attempt failed, unless a field says it. */
    error: problem === null ? error : null,
  }
}

/** The sentence for a field that a shared schema refused, or null: schemas name codes of the catalogue. */
export function fieldError({ issues }: Refusal, field: string): string | null {
  return sentenceOf(issues.find(({ path }) => path[0] === field))
}

/** The same for the schema of a single value. */
export function valueError({ issues }: Refusal): string | null {
  return sentenceOf(issues[0])
}

function sentenceOf(issue: Issue | undefined): string | null {
  if (!issue) return null
  return isPageErrorCode(issue.message) ? pageErrors[issue.message].text : issue.message
}
