import { newVerdictSchema, roundChangeSchema, roundSchema } from '../entities/round'
import { endpoint } from './endpoint'

export const changeRound = endpoint({
  method: 'PATCH',
  path: '/projects/:projectId/round',
  access: 'project',
  action: 'manage',
  body: roundChangeSchema,
  answers: { 200: roundSchema },
})

export const giveVerdict = endpoint({
  method: 'PUT',
  path: '/projects/:projectId/round/verdict',
  access: 'project',
  action: 'comment',
  body: newVerdictSchema,
  answers: { 200: roundSchema },
})

export const withdrawVerdict = endpoint({
  method: 'DELETE',
  path: '/projects/:projectId/round/verdict',
  access: 'project',
  action: 'comment',
  answers: { 200: roundSchema },
})
