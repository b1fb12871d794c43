import type { Project, Visit } from '@pinmark/shared/entities/project'
import type { QueryClient } from '@tanstack/react-query'
import { projectKeys } from '../../../lib/project-keys'

/** Adds to the cached project what the visitor has read. Nothing becomes unread, so answers and events may come in any
 *  order. The error of the last fetch stays, unlike after `setQueryData`: it says that the link was closed. */
export function applyVisit(queryClient: QueryClient, projectId: string, visit: Visit): void {
  const queryKey = projectKeys.project(projectId)
  const query = queryClient.getQueryCache().find<Project>({ queryKey, exact: true })
  const project = query?.state.data
  if (project) query.setState({ data: { ...project, visit: withVisit(project.visit, visit) } })
}

function withVisit(known: Project['visit'], visit: Visit): Visit {
  if (!known) return visit
  return {
    lastSeenNumber: Math.max(known.lastSeenNumber, visit.lastSeenNumber),
    at: known.at > visit.at ? known.at : visit.at,
    read: { ...known.read, ...visit.read },
  }
}
