import { linkSchema } from '../entities/project'
import { projectSettingsSchema } from '../entities/link-settings'
import { unlockedSchema, unlockSchema } from '../entities/unlock'
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

/** Enters the password of a link. */
export const unlockLink = endpoint({
  method: 'POST',
  path: '/projects/:projectId/unlock',
  access: 'project',
  action: 'unlock',
  body: unlockSchema,
  answers: { 200: unlockedSchema },
})
