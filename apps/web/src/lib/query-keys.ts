import type { Project } from '@pinmark/shared/entities/project'
import type { QueryClient } from '@tanstack/react-query'

/** All keys of the query cache. */

/** Lists contain the account, so that no account ever sees the list of
 *  another. */
export const projectKeys = {
  lists: ['projects'] as const,
  active: (userId: string) => ['projects', userId, 'active'] as const,
  archived: (userId: string) => ['projects', userId, 'archived'] as const,
  deleted: (userId: string) => ['projects', userId, 'deleted'] as const,
  /** All open projects. */
  open: ['project'] as const,
  /** One open project, under the id that it was opened by. */
  project: (projectId: string) => ['project', projectId] as const,
  commentsAfter: (projectId: string, number: number | null) =>
    ['project', projectId, 'comments after', number] as const,
  members: (projectId: string) => ['project', projectId, 'members'] as const,
  comparison: (projectId: string, before: string, after: string) =>
    ['project', projectId, 'comparison', before, after] as const,
  lines: (projectId: string, version: string) => ['project', projectId, 'lines', version] as const,
  texts: (projectId: string, search: string) => ['project', projectId, 'texts', search] as const,
  /** The trash, as of this number of versions and designs. */
  trash: (projectId: string, versions: number, designs: number) =>
    ['project', projectId, 'trash', versions, designs] as const,
  /** Events about the comments of a project before its last page of comments has loaded. */
  earlyEvents: (projectId: string) => ['project', projectId, 'early events'] as const,
}

/** Of the account that is logged in. */
export const accountKeys = {
  allOfMe: ['me'] as const,
  me: (userId: string | undefined) => ['me', userId] as const,
  notices: (userId: string | undefined) => ['notices', userId] as const,
  tokens: ['api-tokens'] as const,
  webhooks: ['webhooks'] as const,
  webhooksOf: (userId: string | undefined) => ['webhooks', userId] as const,
  deliveries: (userId: string | undefined, webhookId: string) => ['webhooks', userId, webhookId] as const,
}

/** Whether mails are stopped, by the token of their link. */
export const stopKey = (stopToken: string) => ['stop', stopToken] as const

/** An invitation, as the account sees it, by the token of its address. */
export const invitationKey = (userId: string | undefined, joinToken: string) =>
  ['invitation', userId, joinToken] as const

export const instanceKey = ['instance'] as const

/** The cached project. */
export function readProject(queryClient: QueryClient, projectId: string): Project | undefined {
  return queryClient.getQueryData<Project>(projectKeys.project(projectId))
}

/** Loads the project again. */
export function reloadProject(queryClient: QueryClient, projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: projectKeys.project(projectId), exact: true })
}
