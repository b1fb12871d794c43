import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { Ellipsis, Link as Link2 } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/clock'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { CardPicture } from './card-picture'
import type { OpenDialog } from './dashboard-dialogs'
import { FeedbackLine } from './feedback-line'

interface ProjectCardProps {
  project: ProjectSummary
  onDialog: (dialog: OpenDialog) => void
}

/** The whole card is the title's link; the menu lies above it. */
export const ProjectCard = memo(function ProjectCard({ project, onDialog }: ProjectCardProps) {
  return (
    <article className="project-card">
      <CardPicture project={project} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-2 pt-3">
        <h2 className="min-w-0 text-15 font-semibold tracking-[-0.01em]">
          <Link to={pagePaths.project(project._id)} className="project-link truncate">
            <bdi dir="auto">{project.name}</bdi>
          </Link>
        </h2>
        <Menu
          trigger={
            <IconButton
              label={`Actions for ${project.name}`}
              tooltip="Actions"
              className="project-menu col-start-3"
            >
              <Ellipsis aria-hidden size={18} strokeWidth={1.75} />
            </IconButton>
          }
          items={[
            { label: 'Rename', onSelect: () => onDialog({ kind: 'rename', project }) },
            { label: 'Share', onSelect: () => onDialog({ kind: 'share', project }) },
            { label: 'Delete', tone: 'danger', onSelect: () => onDialog({ kind: 'delete', project }) },
          ]}
        />
        <IconButton
          label={`Share ${project.name}`}
          tooltip="Share"
          className="project-menu col-start-2 row-start-1"
          onClick={() => onDialog({ kind: 'share', project })}
        >
          <Link2 aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
        <p className="col-span-3 text-13 text-ink-3">
          Edited <time dateTime={project.updatedAt}>{formatDate(project.updatedAt)}</time>
        </p>
        <FeedbackLine stats={project.stats} />
      </div>
    </article>
  )
})
