import { newProjectSchema } from '@pinmark/shared/entities/project'
import { pageErrors } from '@pinmark/shared/page-messages'
import { valueError } from '../../lib/field-error'
import { readSession } from '../../lib/session'
import type { NewProject } from './api/upload-project'

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
    const required = pageErrors.name_and_image_required.text
    return { text: text ?? required, field: 'name', ...(text === required && { isMissing: true }) }
  }
  if (!image) return { text: pageErrors.name_and_image_required.text, field: 'image', isMissing: true }
  if (!readSession()) return { text: pageErrors.sign_in_to_create.text, field: null, needsLogin: true }
  return { name: checked.data, image }
}
