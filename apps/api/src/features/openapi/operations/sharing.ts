import { apiRoutes } from '@pinmark/shared/paths'
import type { Operation } from '../operation'

export const sharingOperations: Operation[] = [
  {
    method: 'patch',
    path: apiRoutes.projectSettings,
    topic: 'Sharing',
    summary: 'Change what the link allows',
    description: 'view, comment or manage; closed for everyone else, or comments paused.',
    access: 'required',
    body: { schema: 'ProjectSettings' },
    answer: { status: 200, description: 'The link as it is now.', schema: 'Link' },
    errors: ['link_permission_unknown', 'setting_not_valid', 'not_allowed', 'project_not_found'],
  },
  {
    method: 'post',
    path: apiRoutes.projectLink,
    topic: 'Sharing',
    summary: 'Make a new link',
    description: 'The old one ends at once. The owner can go on using it.',
    access: 'required',
    answer: { status: 200, description: 'The link as it is now.', schema: 'Link' },
    errors: ['not_allowed', 'project_not_found'],
  },
]
