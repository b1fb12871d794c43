import { Button } from '../../ui/button'
import { StatePage } from '../../ui/state-page'
import type { OpenDialog } from './dashboard-dialogs'
import { ProjectCard } from './project-card'
import type { ProjectView } from './use-project-view'

interface ProjectGridProps {
  view: ProjectView
  onDialog: (dialog: OpenDialog) => void
}

export function ProjectGrid({ view, onDialog }: ProjectGridProps) {
  const { shown, query, isOnlyNew, setQuery, setOnlyNew } = view
  if (shown.length === 0 && isOnlyNew) {
    return (
      <StatePage
        look="bare"
        title={query.trim() === '' ? 'Nothing new' : `Nothing new called “${query.trim()}”`}
        text="You have seen what others wrote."
        action={<Button onClick={() => setOnlyNew(false)}>Show all projects</Button>}
      />
    )
  }
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
        <li key={project._id} className="project-item">
          <ProjectCard project={project} onDialog={onDialog} />
        </li>
      ))}
    </ul>
  )
}
