import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Link } from 'react-router-dom'
import { useArchivedProjects, useOrder } from '../../features/projects/order-calls'
import { Button } from '../../ui/button'
import { FoldedProject, FoldedProjects } from './folded-projects'
import { Name } from '../../ui/rich'

interface ArchivedProjectsProps {
  /** Those that the search finds. */
  find: (projects: ProjectSummary[]) => ProjectSummary[]
}

/** The projects that were taken out of the list. Their links work on, unless they were closed. */
export function ArchivedProjects({ find }: ArchivedProjectsProps) {
  const { data: all = [] } = useArchivedProjects()
  const { change } = useOrder()
  const projects = find(all)
  return (
    <FoldedProjects title={m.order_archived} count={projects.length}>
      {projects.map((project) => (
        <FoldedProject
          key={project._id}
          at={project.archivedAt}
          date={m.order_archived_on}
          name={
            <Link to={pagePaths.project(project._id)} className="flex font-[550] text-ink">
              <Name className="truncate">{project.name}</Name>
            </Link>
          }
        >
          <Button
            size="sm"
            className="ms-auto"
            aria-label={m.order_take_out_of({ name: project.name })}
            onClick={() => void change([{ project, change: { archived: false } }], m.order_taken_out)}
          >
            {m.order_take_out()}
          </Button>
        </FoldedProject>
      ))}
    </FoldedProjects>
  )
}
