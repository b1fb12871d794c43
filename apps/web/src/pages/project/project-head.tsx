import type { Project } from '@pinmark/shared/entities/project'
import { Ellipsis, Link, Pencil, Trash2 } from 'lucide-react'
import { formatDate } from '../../lib/clock'
import { useIsPhone } from '../../lib/use-media'
import { OthersViewing } from '../../features/comments/live/others-viewing'
import type { Live } from '../../features/comments/live/use-live'
import { CommentsToggle } from '../../features/canvas/viewer-toolbar'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Menu, type MenuItem } from '../../ui/menu'
import { ProjectDescription } from './project-description'
import './project-head.css'

export type ProjectDialog = 'rename' | 'share' | 'delete'

interface ProjectHeadProps {
  readonly project: Project
  readonly others: Live['others']
  readonly onOpenDialog: (dialog: ProjectDialog) => void
  readonly areCommentsShown: boolean
  readonly onToggleComments: () => void
  /** What the toolbar offers on wider screens. */
  readonly viewerItems: MenuItem[]
}

/** Name, description, 'Edited' date and the icon bar. Everyone sees only what he may do. */
export function ProjectHead(props: ProjectHeadProps) {
  const { project, others, onOpenDialog } = props
  const isPhone = useIsPhone()
  return (
    <header className="project-head">
      <div className="project-title">
        <h1 className="line-clamp-2 wrap-anywhere max-md:line-clamp-1" title={project.name}>
          <bdi dir="auto">{project.name}</bdi>
        </h1>
        <p className="flex-none text-13 whitespace-nowrap text-ink-3">
          Edited <time dateTime={project.updatedAt}>{formatDate(project.updatedAt)}</time>
          {isPhone && others.count > 0 && ` · ${others.count + 1} here`}
        </p>
      </div>
      {isPhone ? (
        <PhoneActions {...props} />
      ) : (
        <IconBar project={project} others={others} onOpenDialog={onOpenDialog} />
      )}
      <ProjectDescription project={project} />
    </header>
  )
}

function IconBar({
  project: { can, isOwner },
  others,
  onOpenDialog,
}: Pick<ProjectHeadProps, 'project' | 'others' | 'onOpenDialog'>) {
  return (
    <div className="project-actions">
      <div className="mr-3">
        <OthersViewing others={others} />
      </div>
      {can.rename && (
        <IconButton label="Rename project" onClick={() => onOpenDialog('rename')}>
          <Pencil aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
      )}
      <Button variant={isOwner ? 'primary' : 'outline'} onClick={() => onOpenDialog('share')}>
        <Link aria-hidden size={16} strokeWidth={2} />
        Share
      </Button>
      {can.delete && (
        <IconButton label="Delete project" className="-mr-[9px]" onClick={() => onOpenDialog('delete')}>
          <Trash2 aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}

function PhoneActions({
  project: { can },
  onOpenDialog,
  areCommentsShown,
  onToggleComments,
  viewerItems,
}: ProjectHeadProps) {
  const items: MenuItem[] = [
    ...viewerItems,
    ...(can.rename ? [{ label: 'Rename project', onSelect: () => onOpenDialog('rename') }] : []),
    ...(can.delete
      ? [{ label: 'Delete project', tone: 'danger' as const, onSelect: () => onOpenDialog('delete') }]
      : []),
  ]
  return (
    <div className="project-actions">
      <span className="mr-auto -ml-2.5">
        <CommentsToggle areShown={areCommentsShown} onToggle={onToggleComments} />
      </span>
      <IconButton label="Share project" onClick={() => onOpenDialog('share')}>
        <Link aria-hidden size={18} strokeWidth={1.75} />
      </IconButton>
      <Menu
        items={items}
        trigger={
          <IconButton label="More actions" className="-mr-3">
            <Ellipsis aria-hidden size={18} strokeWidth={1.75} />
          </IconButton>
        }
      />
    </div>
  )
}
