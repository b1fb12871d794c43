import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { projectKeys } from '../../../lib/project-keys'
import { uploadProject, type NewProject } from './upload-project'

/** Creates a project and has the list loaded again. `cancel` ends the upload; so does leaving the page. */
export function useCreateProject() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const upload = useRef<AbortController>(null)
  useEffect(() => () => upload.current?.abort(), [])

  const mutation = useMutation({
    mutationFn: (project: NewProject): Promise<ProjectSummary> => {
      const controller = new AbortController()
      upload.current = controller
      setProgress(0)
      return uploadProject(project, { signal: controller.signal, onProgress: setProgress })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: projectKeys.lists }),
  })
  return { ...mutation, progress, cancel: () => upload.current?.abort() }
}
