import { randomBytes } from 'node:crypto'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { NewComment } from '@pinmark/shared/entities/comment-requests'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import type { Api } from './app-under-test'
import { linkTokenHeader } from '@pinmark/shared/paths'
import { givenUser, type GivenUser } from './given-user'

/** A picture of 400 × 300 pixels. */
export const design = {
  width: 400,
  height: 300,
  dataUrl:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAZAAAAEsAQMAAADXeXeBAAAAA1BMVEWIqsyOZq0aAAAAJklEQVRo3u3BMQEAAADCoPVPbQlPoAAAAAAAAAAAAAAAAAAAgKcBO8QAASd/ngkAAAAASUVORK5CYII=',
} as const

export interface GivenProject extends ProjectSummary {
  owner: GivenUser
}

/** Creates a project of one picture over the API; by default for a new account. */
export async function givenProject(
  api: Api,
  given: { owner?: GivenUser; name?: string; linkPermission?: LinkPermission } = {},
): Promise<GivenProject> {
  const owner = given.owner ?? (await givenUser(api))
  const body = { name: given.name ?? 'Landing page', image: design.dataUrl }
  const created = await api.post('/projects').set(owner.auth).send(body)
  if (created.status !== 201) throw new Error(`Could not create a project: ${created.text}`)
  const project: ProjectSummary = created.body
  if (given.linkPermission)
    await givenSettings(api, { ...project, owner }, { permission: given.linkPermission })
  return { ...project, owner }
}

export async function givenSettings(
  api: Api,
  { _id, owner }: GivenProject,
  settings: ProjectSettings,
): Promise<void> {
  const answer = await api.patch(`/projects/${_id}/settings`).set(owner.auth).send(settings)
  if (answer.status !== 200) throw new Error(`Could not change the settings: ${answer.text}`)
}

/** A new browser: the header that makes its comments "mine". */
export function givenGuest(): { 'X-Guest-Secret': string } {
  return { 'X-Guest-Secret': randomBytes(16).toString('base64url') }
}

/** A comment by the author that the headers identify. Each text is different, so that none counts as
 *  repeated. */
export async function givenComment(
  api: Api,
  projectId: string,
  given: Partial<NewComment> = {},
  headers: Record<string, string> = {},
): Promise<Comment> {
  const body = { commenter: 'Ana Ruiz', text: 'Could this be calmer?', x: 120, y: 80, ...given }
  const answer = await api
    .post(`/comment/add/${projectId}`)
    .set({ 'Idempotency-Key': newKey(), ...headers })
    .send(body)
  if (answer.status !== 201) throw new Error(`Could not comment: ${answer.text}`)
  const comment: Comment = answer.body
  return comment
}

export async function givenReply(
  api: Api,
  projectId: string,
  commentId: string,
  given: { commenter?: string; text?: string; pictures?: string[] } = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  const answer = await api
    .post(`/projects/${projectId}/comments/${commentId}/replies`)
    .set({ 'Idempotency-Key': newKey(), ...headers })
    .send({ commenter: 'Ben Okoro', text: 'I think so too.', ...given })
  if (answer.status !== 201) throw new Error(`Could not reply: ${answer.text}`)
  const reply: Reply = answer.body
  return reply
}

export function newKey(): string {
  return randomBytes(16).toString('base64url')
}

/** Enters the password of a link. @returns the header that everyone sends afterwards */
export async function givenUnlocked(
  api: Api,
  linkId: string,
  password: string,
): Promise<Record<string, string>> {
  const answer = await api.post(`/projects/${linkId}/unlock`).send({ password })
  if (answer.status !== 200) throw new Error(`Could not unlock the link: ${answer.text}`)
  return { [linkTokenHeader]: answer.body.token }
}
