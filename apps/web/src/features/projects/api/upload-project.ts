import { createProject } from '@pinmark/shared/api/projects'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
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
  options: UploadOptions,
): Promise<ProjectSummary> {
  const form = new FormData()
  form.append('name', name)
  if (designTitle !== undefined) form.append('designTitle', designTitle)
  form.append('image', image)
  return (await uploadForm(createProject, {}, form, options)).data
}
