import type { Action } from '@pinmark/shared/api/endpoint'
import { findProject, type ProjectFields } from '../projects/permitted-project.record'
import type { ProjectRecord } from '../projects/project.record'
import type { Actor } from './actor'
import { requireLivingLogin } from './find-actor-user'
import { permit } from './permit'
import { refusal } from './refusal'

/** The project, or some of its fields, if `actor` may do `action` to it at this moment. It refuses a request before
 *  anything is read or prepared, and explains a write that matched nothing. It replaces no permit: a write needs its own.
 *  @throws AppError those of `refusal` */
export function requireProject(actor: Actor, projectId: string, action: Action): Promise<ProjectRecord>
export function requireProject<Field extends keyof ProjectRecord>(
  actor: Actor,
  projectId: string,
  action: Action,
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>>
export async function requireProject(
  actor: Actor,
  projectId: string,
  action: Action,
  fields?: ProjectFields<keyof ProjectRecord>,
) {
  const mayAct = permit(actor, projectId, action)
  const project = await (fields ? findProject(mayAct, fields) : findProject(mayAct))
  if (!project) throw await refusal(actor, projectId, action)
  return project
}

/** Repeats the checks of a long answer before its next part: the permission, and whether the login or API token is still
 *  valid. Data read after this call are newer than the first check.
 *  @throws AppError session_ended, and those of `refusal` */
export async function requireStill(actor: Actor, projectId: string, action: Action): Promise<void> {
  await Promise.all([requireLivingLogin(actor), requireProject(actor, projectId, action, { _id: 1 })])
}
