import type { Project, Visit } from '@pinmark/shared/entities/project'
import type { QueryClient } from '@tanstack/react-query'
import { projectKeys } from '../../lib/project-keys'

/** Adds to the cached project what the visitor has read. Nothing becomes unread, so answers and events may come in any
 *  order. */
export function applyVisit(queryClient: QueryClient, projectId: string, visit: Visit): void {
  queryClient.setQueryData<Project>(
    projectKeys.project(projectId),
    (project) => project && { ...project, visit: withVisit(project.visit, visit) },
  )
}

function withVisit(known: Project['visit'], visit: Visit): Visit {
  if (!known) return visit
  return {
    lastSeenNumber: Math.max(known.lastSeenNumber, visit.lastSeenNumber),
    at: known.at > visit.at ? known.at : visit.at,
    read: { ...known.read, ...visit.read },
  }
}
