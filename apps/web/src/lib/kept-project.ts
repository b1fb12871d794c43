import type { Project } from '@pinmark/shared/entities/project'
import type { QueryClient } from '@tanstack/react-query'
import { projectKeys, reloadProject } from './query-keys'

/** Changes the cached project. While it is being loaded it is loaded again, because the answer may be older than the
 *  change and would undo it. */
export function changeKeptProject(
  queryClient: QueryClient,
  projectId: string,
  change: (project: Project) => Project,
): void {
  const queryKey = projectKeys.project(projectId)
  const isLoading = queryClient.isFetching({ queryKey, exact: true }) > 0
  queryClient.setQueryData<Project>(queryKey, (project) => project && change(project))
  if (isLoading) void reloadProject(queryClient, projectId)
}

/** What events and answers say of a project, apart from its comments. */
type Part = 'state' | 'round'
const subjectOf = (projectId: string, part: Part) => `${part} of ${projectId}`

/** Applies an event of the live stream. It is newer than the answers to all requests that have begun. */
export function applyProjectEvent(
  queryClient: QueryClient,
  projectId: string,
  changed: Partial<Project>,
  parts: readonly Part[],
): void {
  for (const part of parts) noteEvent(subjectOf(projectId, part))
  changeKeptProject(queryClient, projectId, (project) => ({ ...project, ...changed }))
}

/** Applies the answer to a request, unless something newer is known. If another answer overtook it, the server is asked.
 *  @param at the result of `beginRevision` before the request */
export function applyProjectAnswer(
  queryClient: QueryClient,
  projectId: string,
  change: (project: Project) => Project,
  { part, at }: { part: Part; at: number },
): void {
  const newer = newerThan(subjectOf(projectId, part), at)
  if (newer === null) changeKeptProject(queryClient, projectId, change)
  if (newer === 'answer') void reloadProject(queryClient, projectId)
}

/** Applies the answer to an upload, unless something newer is known. The page goes on with what was added, so the server
 *  is asked then, and this resolves when it has answered.
 *  @param at the result of `beginRevision` before the request */
export async function applyUpload(
  queryClient: QueryClient,
  projectId: string,
  change: (project: Project) => Project,
  at: number,
): Promise<void> {
  if (newerThan(subjectOf(projectId, 'state'), at) === null)
    return changeKeptProject(queryClient, projectId, change)
  await reloadProject(queryClient, projectId)
}

/** The order in which this page learned what it keeps of a project, because answers and events overtake each other. What
 *  is older than the kept state is dropped. */

let clock = 0

interface Revision {
  /** The kept state includes everything that the server knew at this time of the clock. */
  at: number
  isEvent: boolean
}

/** By id of a message, or by project and part. */
const revisions = new Map<string, Revision>()

/** Call this before a request. @returns the revision of its answer */
export function beginRevision(): number {
  clock += 1
  return clock
}

/** An event is newer than the answers to all requests that have begun. */
export function noteEvent(subject: string): void {
  revisions.set(subject, { at: beginRevision(), isEvent: true })
}

/** Whether what is kept is newer than an answer. If not, the answer is what is kept from now on.
 *  @returns `event` when a live event came after the request began: if the answer has more, another event follows;
 *  `answer` when a later request was answered first; null when the answer counts */
export function newerThan(subject: string, at: number): 'event' | 'answer' | null {
  const known = revisions.get(subject)
  if (known && known.at > at) return known.isEvent ? 'event' : 'answer'
  revisions.set(subject, { at, isEvent: false })
  return null
}

/** Whether something newer is kept of a subject than an answer has. */
export function hasNewer(subject: string, at: number): boolean {
  return (revisions.get(subject)?.at ?? 0) > at
}
