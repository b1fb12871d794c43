import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useArchivedProjects, useOrder } from '../../features/projects/order-calls'
import { formatDate } from '../../lib/clock'
import { Button } from '../../ui/button'
import { rich } from '../../ui/rich'

interface ArchivedProjectsProps {
  /** Those that the search finds. */
  find: (projects: ProjectSummary[]) => ProjectSummary[]
}

/** The projects that were taken out of the list. Their links work on, unless they were closed. */
export function ArchivedProjects({ find }: ArchivedProjectsProps) {
  const { data: all = [] } = useArchivedProjects()
  const { change } = useOrder()
  const projects = find(all)
  if (projects.length === 0) return null
  return (
    <details className="recently-deleted">
      <summary className="flex w-fit items-center gap-1.5 py-3 font-[550] text-ink-2">
        {rich(m.order_archived, { number: <span className="tabular">{projects.length}</span> })}
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
      </summary>
      <ul className="mt-2 max-w-150">
        {projects.map((project) => (
          <li key={project._id} className="flex items-center gap-4 border-t py-2">
            <p className="min-w-0">
              <Link to={pagePaths.project(project._id)} className="block truncate font-[550] text-ink">
                <bdi translate="no" dir="auto">
                  {project.name}
                </bdi>
              </Link>
              {project.archivedAt && (
                <span className="text-13 text-ink-3">
                  {rich(m.order_archived_on, {
                    date: <time dateTime={project.archivedAt}>{formatDate(project.archivedAt)}</time>,
                  })}
                </span>
              )}
            </p>
            <Button
              size="sm"
              className="ms-auto"
              aria-label={m.order_take_out_of({ name: project.name })}
              onClick={() => void change([{ project, change: { archived: false } }], m.order_taken_out())}
            >
              {m.order_take_out()}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
