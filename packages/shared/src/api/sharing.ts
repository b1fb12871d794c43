import { linkSchema, projectSettingsSchema } from '../entities/project'
import { endpoint } from './endpoint'

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/projects/:projectId/settings',
  access: 'project',
  action: 'manage',
  body: projectSettingsSchema,
  answers: { 200: linkSchema },
})

export const makeNewLink = endpoint({
  method: 'POST',
  path: '/projects/:projectId/link',
  access: 'project',
  action: 'manage',
  answers: { 200: linkSchema },
})
