import type { Project } from '@pinmark/shared/entities/project'
import { pageRoutes } from '@pinmark/shared/paths'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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

interface ProjectDialogsProps {
  readonly dialog: ProjectDialog
  /** False while it closes. */
  readonly open: boolean
}

/** The modals of the icon bar. */
export function ProjectDialogs({ dialog, open }: ProjectDialogsProps) {
  const { project, close } = useReview()
  const leave = useLeaveDeleted(project)
  const common = { project, open, onClose: close }
  if (dialog === 'export') return <ExportDialog {...common} />
  if (dialog === 'rename') return <RenameDialog {...common} />
  if (dialog === 'share') return <ShareDialog {...common} canManage={project.can.manage} />
  return (
    <DeleteDialog
      {...common}
      designCount={project.designs.length}
      commentCount={project.stats.total}
      canRestore={project.can.manage}
      onDone={leave}
    />
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
