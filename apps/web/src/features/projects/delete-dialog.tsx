import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { AlertDialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import {
  ActionError,
  projectNote,
  useDeleteProject,
  useRestoreProject,
  type NamedProject,
} from './project-actions'
import { formatList } from '../../lib/format'
import { inSpan, Name, rich } from '../../ui/rich'

interface DeleteDialogProps {
  project: NamedProject
  /** What is deleted with it. */
  designCount: number
  commentCount: number
  /** Whether this person can restore it: the owner. */
  canRestore: boolean
  open: boolean
  onClose: () => void
  onDone?: () => void
}

export function DeleteDialog({
  project,
  designCount,
  commentCount,
  canRestore,
  open,
  onClose,
  onDone,
}: DeleteDialogProps) {
  const { _id, name } = project
  const remove = useDeleteProject(_id, { isDesigner: canRestore })
  const restore = useRestoreProject()

  function handleConfirm() {
    if (remove.isPending) return
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose()
        toast.show({
          text: projectNote(name, m.project_deleted),
          about: _id,
          ...(canRestore && { action: { label: m.action_undo(), onSelect: () => restore.mutate(_id) } }),
        })
        onDone?.()
      },
    })
  }

  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={m.delete_title()}
      question={m.delete_ask()}
      confirmLabel={remove.isPending ? m.deleting() : m.action_delete()}
      pending={remove.isPending}
      onConfirm={handleConfirm}
    >
      <p className="-mt-3 text-ink-2 wrap-anywhere">
        {rich(
          (parts) => goesWith(parts.name, designCount, commentCount),
          {
            name: <Name className="font-semibold text-ink">{name}</Name>,
          },
          inSpan,
        )}{' '}
        {canRestore && <span>{m.delete_restore_days({ count: limits.trashDays })}</span>}
      </p>
      <ActionError failure={m.delete_failed()} error={remove.error} />
    </AlertDialog>
  )
}

function goesWith(name: string, designCount: number, commentCount: number): string {
  const things = formatList([
    m.delete_its_designs({ count: designCount }),
    ...(commentCount === 0 ? [] : [m.count_comments({ count: commentCount })]),
  ])
  return m.delete_goes_with({ name, things })
}
