import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useProject } from '../../features/projects/use-project'
import { imageProblem } from '../../features/projects/check-image'
import { AddFilesDialog } from '../../features/versions/add-files/add-files-dialog'
import { useInstance } from '../../lib/instance'
import { projectKeys } from '../../lib/query-keys'
import { toast } from '../../ui/toast'

interface AddDesignsProps {
  readonly project: ProjectSummary
  readonly files: readonly File[]
  readonly open: boolean
  readonly onClose: () => void
  /** Called with the project, also when not all of them were added. */
  readonly onDone: (project: ProjectSummary) => void
}

/** Uploads the other files of a project that was just created with the first one. Each becomes a design, one after the
 *  other. */
export function AddDesigns({ project: created, files, open, onClose, onDone }: AddDesignsProps) {
  const { data: project, error } = useProject(created._id)
  const maxMb = useInstance()?.maxUploadMb
  const queryClient = useQueryClient()
  const design = project?.designs[0]

  const fail = useEffectEvent(() => {
    toast.show({ text: m.create_first_only(), tone: 'danger' })
    onClose()
  })
  useEffect(() => {
    if (error) fail()
  }, [error])

  function end() {
    onClose()
    // The card counts the designs.
    void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    onDone(created)
  }
  if (!project || !design) return null
  return (
    <AddFilesDialog
      project={project}
      openDesign={design}
      round={project.round.number}
      files={files}
      purpose="another"
      problemOf={(file) => imageProblem(file, maxMb)}
      open={open}
      startsAtOnce
      onDone={end}
      onClose={end}
      onClosed={() => undefined}
    />
  )
}
