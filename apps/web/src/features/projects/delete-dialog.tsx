import { pageMessages } from '@pinmark/shared/page-messages'
import { limits } from '@pinmark/shared/limits'
import { AlertDialog } from '../../ui/dialog'
import { useToast } from '../../ui/toast'
import { counted } from '../../lib/plural'
import {
  ActionError,
  projectNote,
  useDeleteProject,
  useRestoreProject,
  type NamedProject,
} from './project-actions'

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
  const toast = useToast()

  function handleConfirm() {
    if (remove.isPending) return
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose()
        toast.show({
          text: projectNote(name, 'deleted'),
          about: _id,
          ...(canRestore && { action: { label: 'Undo', onSelect: () => restore.mutate(_id) } }),
        })
        onDone?.()
      },
    })
  }

  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title="Confirm Deletion"
      question="Are you sure you want to delete this project?"
      confirmLabel={remove.isPending ? 'Deleting...' : 'Delete'}
      pending={remove.isPending}
      onConfirm={handleConfirm}
    >
      <p className="-mt-3 text-ink-2 wrap-anywhere">
        <bdi translate="no" dir="auto" className="font-semibold text-ink">
          {name}
        </bdi>{' '}
        <span>{`goes with ${countOf(designCount, commentCount)}.${canRestore ? ` You can restore it for ${limits.trashDays} days.` : ''}`}</span>
      </p>
      <ActionError failure={pageMessages.deleteFailed} error={remove.error} />
    </AlertDialog>
  )
}

function countOf(designCount: number, commentCount: number): string {
  const designs = designCount === 1 ? 'its design' : `its ${designCount} designs`
  if (commentCount === 0) return designs
  return `${designs} and ${counted(commentCount, 'comment')}`
}
