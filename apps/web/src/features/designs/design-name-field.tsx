import { designTitleSchema } from '@pinmark/shared/entities/project'
import { failureText } from '@pinmark/shared/page-errors'
import { limits } from '@pinmark/shared/limits'
import { useId, useRef, useState } from 'react'
import { valueError } from '../../lib/form'
import { FieldError, TextInput } from '../../ui/field'

interface DesignNameFieldProps {
  readonly title: string
  readonly onSave: (title: string) => Promise<void>
  readonly onEnd: () => void
}

/** Renames a design in place. Enter and a press elsewhere save, Esc cancels. The typed name stays until it is saved. */
export function DesignNameField({ title, onSave, onEnd }: DesignNameFieldProps) {
  const [name, setName] = useState(title)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const isSaving = useRef(false)

  async function save() {
    if (isSaving.current) return
    const checked = designTitleSchema.safeParse(name)
    if (!checked.success) return setProblem(valueError(checked.error))
    setProblem(null)
    isSaving.current = true
    try {
      if (checked.data !== title) await onSave(checked.data)
      onEnd()
    } catch (error) {
      setProblem(failureText('Could not rename it. Try again.', error))
    } finally {
      isSaving.current = false
    }
  }
  return (
    <div className="grid gap-1">
      <TextInput
        // The user has opened it, by a key or a menu, to type.
        autoFocus
        aria-label="Name of the design"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        maxLength={limits.designTitle.max}
        value={name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => (name === title ? onEnd() : void save())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
          else if (event.key === 'Escape') onEnd()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {problem !== null && (
        <div role="alert">
          <FieldError id={id}>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}
