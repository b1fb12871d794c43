import type { Action } from '@pinmark/shared/api/endpoint'
import { AppError } from '@pinmark/shared/errors'
import { ProjectModel } from '../models/project'
import type { Actor } from './actor'
import { openTo, permit } from './permit'

/** Says why `permit` matched nothing. What somebody may not even see is not found, whatever he wanted. */
export async function refusal(actor: Actor, projectId: string, action: Action): Promise<AppError> {
  const project = await ProjectModel.findOne(permit(actor, projectId, 'view'), { link: 1 }).lean()
  if (!project) return new AppError('project_not_found')
  // Somebody whose login ran out is told so: he may well be the owner.
  if (actor.token === 'bad') return new AppError('session_ended')

  const needsLogin = action === 'rename' || action === 'delete'
  if (needsLogin && actor.token === 'none') return new AppError('sign_in_required')
  if (needsLogin || action === 'manage' || action === 'restore') return new AppError('not_allowed')
  if (!openTo.comment.includes(project.link.permission)) return new AppError('view_only')
  if (action === 'comment' && project.link.pausedAt) return new AppError('comments_paused')
  return new AppError('not_yours')
}
