/** Where the cache keeps projects. Lists carry the account, so that nobody ever sees another one's. */
export const projectKeys = {
  lists: ['projects'] as const,
  active: (userId: string) => ['projects', userId, 'active'] as const,
  deleted: (userId: string) => ['projects', userId, 'deleted'] as const,
  /** One open project, under the id it was opened by. */
  project: (projectId: string) => ['project', projectId] as const,
}
