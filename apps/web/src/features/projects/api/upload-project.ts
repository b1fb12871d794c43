import { createProject } from '@pinmark/shared/api/projects'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { appendDesign } from '../../../lib/draw-svg'
import { uploadForm, type UploadOptions } from '../../../lib/upload'

export interface NewProject {
  name: string
  image: File
  /** The title of its design; the name of the project when left out. */
  designTitle?: string
}

/** Creates a project from an image file.
 *  @throws AppError, NetworkError, UploadCancelled */
export async function uploadProject(
  { name, image, designTitle }: NewProject,
  { maxMb, ...options }: UploadOptions & { maxMb: number },
): Promise<ProjectSummary> {
  const form = new FormData()
  form.append('name', name)
  if (designTitle !== undefined) form.append('designTitle', designTitle)
  await appendDesign(form, image, maxMb)
  return (await uploadForm(createProject, {}, form, options)).data
}
