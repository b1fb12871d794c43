import type { Project } from '@pinmark/shared/entities/project'
import { useState } from 'react'
import type { Draft } from './draft'
import { withOwnName } from './new-draft'

export type FirstField = 'commenter' | 'text'

/** The field that gets the focus when a draft is opened: the comment, unless the name is missing then. */
export function useFirstField(project: Project, draft: Draft | undefined): FirstField {
  const [first, setFirst] = useState<{ key: string | undefined; field: FirstField }>()
  if (first && first.key === draft?.key) return first.field
  const field = draft && withOwnName(project, draft).commenter === '' ? 'commenter' : 'text'
  setFirst({ key: draft?.key, field })
  return field
}
