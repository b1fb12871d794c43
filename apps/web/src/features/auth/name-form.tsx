import { pageErrors } from '@pinmark/shared/page-messages'
import { changeUserSchema } from '@pinmark/shared/entities/user'
import { useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { Button } from '../../ui/button'
import { FailureStrip } from '../../ui/error-strip'
import { Form } from '../../ui/field'
import { useToast } from '../../ui/toast'
import { useChangeName } from './api/use-change-account'
import { NameField } from './name-field'

/** The name that is shown with the designer's later comments. */
export function NameForm({ presentName }: { presentName: string }) {
  /** Null until the user types. Without it, the field shows a name that was changed in another tab. */
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? presentName
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const change = useChangeName()
  const toast = useToast()

  function handleSubmit() {
    const checked = changeUserSchema.safeParse({ name })
    setError(
      checked.success ? null : (fieldError(checked.error, 'name') ?? pageErrors.user_name_required.text),
    )
    if (!checked.success) return field.current?.focus()
    change.mutate(checked.data, {
      onSuccess: () => {
        setTyped(null)
        toast.show({ text: 'Name changed' })
      },
    })
  }

  return (
    <Form isBusy={change.isPending} onSubmit={handleSubmit}>
      <NameField
        hint="Shown to everyone who comments on your designs."
        error={error}
        inputRef={field}
        value={name}
        onChange={setTyped}
      />
      <FailureStrip error={change.error} otherwise="The name could not be changed." />
      <div>
        <Button type="submit" pending={change.isPending}>
          {change.isPending ? 'Saving...' : 'Change name'}
        </Button>
      </div>
    </Form>
  )
}
