/** Where the query cache keeps projects. Lists carry the account, so that no account ever sees the list of another. */
export const projectKeys = {
  lists: ['projects'] as const,
  active: (userId: string) => ['projects', userId, 'active'] as const,
  deleted: (userId: string) => ['projects', userId, 'deleted'] as const,
  /** Every open project. */
  open: ['project'] as const,
  /** One open project, under the id it was opened by. */
  project: (projectId: string) => ['project', projectId] as const,
  commentsAfter: (projectId: string, number: number | null) =>
    ['project', projectId, 'comments after', number] as const,
  /** What happened to the comments of a project before the last page of them was loaded. */
  earlyEvents: (projectId: string) => ['project', projectId, 'early events'] as const,
}
