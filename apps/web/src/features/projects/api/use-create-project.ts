import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { knownMaxUploadMb } from '../../../lib/instance'
import { projectKeys } from '../../../lib/project-keys'
import { randomId } from '../../../lib/random-id'
import { uploadProject, type NewProject } from './upload-project'

/** Creates a project and reloads the list. `cancel` ends the upload, and so does leaving the page. */
export function useCreateProject() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const upload = useRef<AbortController>(null)
  // All attempts of one dialog have the same key, so that a lost answer does not create a second project.
  const [idempotencyKey, setIdempotencyKey] = useState(randomId)
  useEffect(() => () => upload.current?.abort(), [])

  const mutation = useMutation({
    mutationFn: (project: NewProject): Promise<ProjectSummary> => {
      const controller = new AbortController()
      upload.current = controller
      setProgress(0)
      const options = { signal: controller.signal, idempotencyKey, maxMb: knownMaxUploadMb(queryClient) }
      return uploadProject(project, { ...options, onProgress: setProgress })
    },
    onSuccess: () => {
      setIdempotencyKey(randomId())
      return queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    },
  })
  return { ...mutation, progress, cancel: () => upload.current?.abort() }
}
