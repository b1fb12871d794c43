import type { Project } from '@pinmark/shared/entities/project'
import { pageRoutes } from '@pinmark/shared/paths'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DeleteDialog } from '../../features/projects/delete-dialog'
import { RenameDialog } from '../../features/projects/rename-dialog'
import { ShareDialog } from '../../features/sharing/share-dialog'
import { projectKeys } from '../../lib/query-keys'
import { lazyComponent } from '../../ui/lazy'
import type { ProjectDialog } from '../../features/review/review'
import { useReview } from '../../features/review/use-review'

/** Needs the network anyway, so it is not fetched ahead. */
const ExportDialog = lazyComponent(async () => (await import('./project-export')).ProjectExport)

/** The modals of the icon bar. */
export function ProjectDialogs({ dialog }: { dialog: ProjectDialog | null }) {
  const { project, close } = useReview()
  const [last, setLast] = useState<{ dialog: ProjectDialog; count: number } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  // Keep the closing dialog mounted until the next one opens, so that its exit animation can finish. Each opening
  // starts with a new form.
  if (wasOpen !== (dialog !== null)) {
    setWasOpen(dialog !== null)
    if (dialog) setLast({ dialog, count: (last?.count ?? 0) + 1 })
  }
  const leave = useLeaveDeleted(project)
  if (!last) return null
  const { count } = last
  const common = {
    project,
    open: dialog !== null,
    onClose: close,
  }
  return (
    <Suspense fallback={null}>
      {last.dialog === 'export' && <ExportDialog {...common} key={count} />}
      {last.dialog === 'rename' && <RenameDialog {...common} key={count} />}
      {last.dialog === 'delete' && (
        <DeleteDialog
          {...common}
          key={count}
          designCount={project.designs.length}
          commentCount={project.stats.total}
          canRestore={project.can.manage}
          onDone={leave}
        />
      )}
      {last.dialog === 'share' && <ShareDialog {...common} key={count} canManage={project.can.manage} />}
    </Suspense>
  )
}

/** Goes to the dashboard after a delete, and removes the project from the cache once its page is unmounted. */
function useLeaveDeleted({ _id: projectId }: Project): () => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isDeleted = useRef(false)
  useEffect(
    () => () => {
      if (isDeleted.current) queryClient.removeQueries({ queryKey: projectKeys.project(projectId) })
    },
    [queryClient, projectId],
  )
  return () => {
    isDeleted.current = true
    void navigate(pageRoutes.dashboard)
  }
}
