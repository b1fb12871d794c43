import { Button } from '../../ui/button'
import { StatePage } from '../../ui/state-page'
import type { OpenDialog } from './dashboard-dialogs'
import { ProjectCard } from './project-card'
import type { ProjectView } from './use-project-view'

interface ProjectGridProps {
  view: ProjectView
  onDialog: (dialog: OpenDialog) => void
}

export function ProjectGrid({ view: { shown, query, setQuery }, onDialog }: ProjectGridProps) {
  if (shown.length === 0) {
    return (
      <StatePage
        look="bare"
        title={`No project called “${query.trim()}”`}
        text="Search looks at project names only."
        action={<Button onClick={() => setQuery('')}>Clear search</Button>}
      />
    )
  }
  return (
    <ul className="project-grid">
      {shown.map((project) => (
        <li key={project._id} className="min-w-0">
          <ProjectCard project={project} onDialog={onDialog} />
        </li>
      ))}
    </ul>
  )
}
