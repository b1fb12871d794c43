import { renameSchema } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useForm } from '../../lib/form'
import { FormDialog } from '../../ui/dialog'
import { FormField } from '../../ui/field'
import { ActionError, useChangeProject, type NamedProject } from './project-actions'

interface RenameDialogProps {
  project: NamedProject
  open: boolean
  onClose: () => void
  /** Called after the new name is stored and shown. */
  onDone?: () => void
}

export function RenameDialog({ project, open, onClose, onDone }: RenameDialogProps) {
  const form = useForm({
    schema: renameSchema,
    start: { name: project.name },
    mutation: useChangeProject(project._id),
    fieldOf: (code) => (/^(name|project_name)_/.test(code) ? 'name' : null),
    onSuccess: () => {
      onClose()
      onDone?.()
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={m.rename_title()}
      form={form}
      action={m.action_save()}
      progress={m.saving()}
    >
      <FormField
        label={m.field_name()}
        {...form.field('name')}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ActionError failure={m.rename_failed()} error={form.error} />
    </FormDialog>
  )
}
