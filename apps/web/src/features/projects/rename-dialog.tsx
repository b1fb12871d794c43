import { renameSchema } from '@pinmark/shared/entities/project'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useForm } from '../../lib/form'
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
  const { values, field, submit, isPending, error } = useForm({
    schema: renameSchema,
    start: { name: project.name },
    mutation: useChangeProject(project._id),
    onSuccess: () => {
      onClose()
      onDone?.()
    },
  })
  const { inputRef, onChange, ...name } = field('name')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rename Project"
      dismissible={!isPending && values.name === project.name}
      onSubmit={submit}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        {...name}
        ref={inputRef}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => onChange(target.value)}
      />
      <ActionError failure={pageMessages.renameFailed} error={error} />
    </Dialog>
  )
}
