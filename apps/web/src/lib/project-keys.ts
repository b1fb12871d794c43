/** Keys of projects in the query cache. Lists contain the account, so that no account ever sees the list of
 *  another. */
export const projectKeys = {
  lists: ['projects'] as const,
  active: (userId: string) => ['projects', userId, 'active'] as const,
  deleted: (userId: string) => ['projects', userId, 'deleted'] as const,
  /** All open projects. */
  open: ['project'] as const,
  /** One open project, under the id that it was opened by. */
  project: (projectId: string) => ['project', projectId] as const,
  commentsAfter: (projectId: string, number: number | null) =>
    ['project', projectId, 'comments after', number] as const,
  comparison: (projectId: string, before: string, after: string) =>
    ['project', projectId, 'comparison', before, after] as const,
  /** Events about the comments of a project before its last page of comments has loaded. */
  earlyEvents: (projectId: string) => ['project', projectId, 'early events'] as const,
}
