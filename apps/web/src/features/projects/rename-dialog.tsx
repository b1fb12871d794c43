import { renameSchema } from '@pinmark/shared/entities/project'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useRef, useState } from 'react'
import { fieldError } from '../../lib/field-error'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { ActionError, useChangeProject, type NamedProject } from './project-actions'

interface RenameDialogProps {
  project: NamedProject
  open: boolean
  onClose: () => void
  /** Called after the new name is stored and shown. */
  onDone?: () => void
}

export function RenameDialog({ project, open, onClose, onDone }: RenameDialogProps) {
  const [name, setName] = useState(project.name)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const rename = useChangeProject(project._id)

  function handleSubmit() {
    if (rename.isPending) return
    const checked = renameSchema.safeParse({ name })
    setError(checked.success ? null : fieldError(checked.error, 'name'))
    if (!checked.success) {
      rename.reset()
      field.current?.focus()
      return
    }
    rename.mutate(checked.data, {
      onSuccess: () => {
        onClose()
        onDone?.()
      },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rename Project"
      dismissible={!rename.isPending && name === project.name}
      initialFocus={field}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={rename.isPending}>
            {rename.isPending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        error={error}
        ref={field}
        value={name}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <ActionError failure={pageMessages.renameFailed} error={rename.error} />
    </Dialog>
  )
}
