import { projectChangeSchema, type Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { fieldError } from '../../lib/form'
import { forgetText, keepText, useKeptText } from '../../lib/kept-texts'
import { isSubmitKey, submitKeys } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { TextAreaField } from '../../ui/field'
import { ActionError, useChangeProject } from './project-actions'

interface DescriptionFormProps {
  readonly project: Pick<Project, '_id' | 'description'>
  readonly onClose: () => void
}

/** Edits the description in place. The typed text is kept until it is saved or cancelled. */
export function DescriptionForm({ project, onClose }: DescriptionFormProps) {
  const key = `description ${project._id}`
  const kept = useKeptText(key)
  const description = kept ?? project.description
  const [error, setError] = useState<string | null>(null)
  const change = useChangeProject(project._id)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  function end() {
    forgetText(key, kept)
    onClose()
  }

  function handleSubmit() {
    if (change.isPending) return
    const checked = projectChangeSchema.safeParse({ description: description.trim() })
    setError(checked.success ? null : fieldError(checked.error, 'description'))
    if (checked.success) change.mutate(checked.data, { onSuccess: end })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isSubmitKey(event)) {
      event.preventDefault()
      handleSubmit()
    } else if (event.key === 'Escape' && description === project.description) {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }

  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        handleSubmit()
      }}
    >
      <TextAreaField
        label={m.description_label()}
        hint={m.description_hint()}
        error={error}
        ref={field}
        rows={3}
        value={description}
        readOnly={change.isPending}
        onChange={({ target }) => keepText(key, target.value === project.description ? null : target.value)}
        onKeyDown={handleKeyDown}
      />
      <ActionError failure={m.description_failed()} error={change.error} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={end}>
          {m.action_cancel()}
        </Button>
        <Button
          type="submit"
          variant="primary"
          data-tooltip={m.tooltip_with_key({ label: m.action_save(), key: submitKeys })}
          pending={change.isPending}
        >
          {change.isPending ? m.saving() : m.action_save()}
        </Button>
      </div>
    </form>
  )
}
