import { changeProject, createProject } from '@pinmark/shared/api/projects'
import { designTitleOf } from '@pinmark/shared/design-name'
import { newProjectSchema, type ProjectSummary } from '@pinmark/shared/entities/project'
import { AppError, errorSentence, WordlessError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api'
import { valueError } from '../../lib/form'
import { readSession } from '../../lib/session'
import { NetworkError } from '../../lib/answer'
import { UploadCancelled, uploadForm, type UploadOptions } from '../../lib/upload'
import { knownMaxUploadMb } from '../../lib/instance'
import { projectKeys } from '../../lib/query-keys'
import { randomId } from '../../lib/identity'
import { appendDesign } from '../../lib/draw-svg'

export interface ProjectProblem {
  text: string
  /** The field that gets the focus. */
  field: 'name' | 'image' | null
  /** The login has ended. The input is kept. */
  needsLogin?: true
  /** Name or image is missing, or both. Each field shows it too. */
  isMissing?: true
}

/** The input to send, or the reason why it cannot be sent: name, image and a login are required. */
export function checkNewProject(name: string, image: File | null): NewProject | ProjectProblem {
  const checked = newProjectSchema.shape.name.safeParse(name)
  if (!checked.success) {
    const text = valueError(checked.error)
    const required = errorSentence('name_and_image_required')
    return { text: text ?? required, field: 'name', ...(text === required && { isMissing: true }) }
  }
  if (!image) return { text: errorSentence('name_and_image_required'), field: 'image', isMissing: true }
  if (!readSession()) return { text: errorSentence('sign_in_to_create'), field: null, needsLogin: true }
  return { name: checked.data, image, designTitle: designTitleOf(image.name) }
}

/** The message for a failed creation; null if it was cancelled. */
export function createFailure(error: unknown): string | null {
  if (error instanceof UploadCancelled) return null
  if (error instanceof NetworkError || error instanceof WordlessError) return m.create_failed()
  if (!(error instanceof AppError)) return m.unknown_error()
  return m.create_failed_with({ reason: error.message })
}

/** Creates a project and reloads the list. `cancel` ends the upload, and so does leaving the page. */
export function useCreateProject() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const upload = useRef<AbortController>(null)
  // All attempts of one dialog have the same key, so that a lost answer does not create a second project.
  const [idempotencyKey, setIdempotencyKey] = useState(randomId)
  // The server knows a creation by its key, its name and its file. An attempt without an answer may have created the project.
  const unanswered = useRef<NewProject>(null)
  useEffect(() => () => upload.current?.abort(), [])

  const mutation = useMutation({
    mutationFn: async (project: NewProject): Promise<ProjectSummary> => {
      const controller = new AbortController()
      upload.current = controller
      setProgress(0)
      const options = { signal: controller.signal, idempotencyKey, maxMb: knownMaxUploadMb(queryClient) }
      const first = unanswered.current?.image === project.image ? unanswered.current : project
      unanswered.current = first
      const created = await uploadProject(first, { ...options, onProgress: setProgress }).catch(
        (error: unknown) => {
          if (isRefusal(error)) unanswered.current = null
          throw error
        },
      )
      const { name } = project
      if (first.name === name) return created
      return call(changeProject, { params: { projectId: created._id }, body: { name } })
    },
    onSuccess: () => {
      unanswered.current = null
      setIdempotencyKey(randomId())
      return queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    },
    onError: (error) => {
      // The project may have been created. The list shows it then, also if the visitor cancels or chooses another image.
      if (!isRefusal(error)) void queryClient.invalidateQueries({ queryKey: projectKeys.lists })
    },
  })
  return { ...mutation, progress, cancel: () => upload.current?.abort() }
}

/** Whether the server has answered that it creates nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && !(error instanceof WordlessError) && error.status < 500
}

interface NewProject {
  name: string
  image: File
  designTitle: string
}

/** Creates a project from an image file.
 *  @throws AppError, NetworkError, UploadCancelled */
async function uploadProject(
  { name, image, designTitle }: NewProject,
  { maxMb, ...options }: UploadOptions & { maxMb: number },
): Promise<ProjectSummary> {
  const form = new FormData()
  form.append('name', name)
  form.append('designTitle', designTitle)
  await appendDesign(form, image, maxMb)
  return (await uploadForm(createProject, {}, form, options)).data
}
