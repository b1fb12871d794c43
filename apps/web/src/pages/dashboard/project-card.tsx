import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { pagePaths } from '@pinmark/shared/paths'
import { Ellipsis, Link as Link2 } from 'lucide-react'
import { memo, useId } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/clock'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { CardPicture } from './card-picture'
import type { OpenDialog } from './dashboard-dialogs'
import { FeedbackLine } from './feedback-line'
import { RoundLine } from './round-line'

interface ProjectCardProps {
  project: ProjectSummary
  onDialog: (dialog: OpenDialog) => void
}

/** The whole card is a click area of the title's link. Its menu and the button for its most frequent action
 *  lie above it. */
export const ProjectCard = memo(function ProjectCard({ project, onDialog }: ProjectCardProps) {
  const nameId = useId()
  return (
    <>
      <article className="project-card">
        <CardPicture project={project} />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 pt-3">
          <h2 className="min-w-0 text-15 font-semibold tracking-[-0.01em]">
            <Link to={pagePaths.project(project._id)} className="project-link truncate">
              <bdi translate="no" id={nameId} dir="auto">
                {project.name}
              </bdi>
            </Link>
          </h2>
          <Menu
            trigger={
              <IconButton label={`Actions for ${project.name}`} tooltip="Actions" className="project-menu">
                <Ellipsis aria-hidden size={18} strokeWidth={1.75} />
              </IconButton>
            }
            items={[
              { label: 'Rename', onSelect: () => onDialog({ kind: 'rename', project }) },
              { label: 'Share', onSelect: () => onDialog({ kind: 'share', project }) },
              { label: 'Delete', tone: 'danger', onSelect: () => onDialog({ kind: 'delete', project }) },
            ]}
          />
          <p className="col-span-2 text-13 text-ink-3">
            <span>{`${project.designs > 1 ? `${project.designs} designs · ` : ''}Edited`}</span>{' '}
            <time dateTime={project.updatedAt}>{formatDate(project.updatedAt)}</time>
          </p>
          <FeedbackLine stats={project.stats} />
          <RoundLine round={project.round} />
        </div>
      </article>
      <IconButton
        label="Share"
        aria-describedby={nameId}
        className="card-share"
        onClick={() => onDialog({ kind: 'share', project })}
      >
        <Link2 aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
    </>
  )
})
