import { exportQuerySchema } from '../entities/export'
import { endpoint } from './endpoint'

export const exportProject = endpoint({
  method: 'GET',
  path: '/projects/:projectId/export',
  access: 'project',
  action: 'view',
  query: exportQuerySchema,
  answers: {
    200: {
      contentTypes: [
        'application/json',
        'text/csv; charset=utf-8',
        'text/markdown; charset=utf-8',
        'application/ld+json',
        'image/png',
      ],
    },
  },
})
