import { designTitleSchema } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { useId, useState } from 'react'
import { valueError } from '../../lib/field-error'
import { FieldError } from '../../ui/field'
import { TextInput } from '../../ui/text-input'

interface DesignNameFieldProps {
  readonly title: string
  readonly onSave: (title: string) => Promise<void>
  readonly onEnd: () => void
}

/** Renames a design in place. Enter saves, Esc cancels. */
export function DesignNameField({ title, onSave, onEnd }: DesignNameFieldProps) {
  const [name, setName] = useState(title)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()

  async function save() {
    const checked = designTitleSchema.safeParse(name)
    if (!checked.success) return setProblem(valueError(checked.error))
    if (checked.data !== title) await onSave(checked.data)
    onEnd()
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
