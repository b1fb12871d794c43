import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { Ellipsis, Link, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../lib/clock'
import { useIsOnline, useIsPhone } from '../../lib/browser-state'
import type { Live } from '../../features/comments/live/use-live'
import { useReview, useReviewState } from '../../features/review/use-review'
import { CommentsToggle } from './project-toolbar'
import { Button, IconButton } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Menu } from '../../ui/menu'
import type { MenuItems } from '../../ui/menu-item'
import { LazyBoundary } from '../../ui/lazy'
import { DescriptionForm, OthersViewing } from './lazy-parts'
import { DescriptionFrame, HeadFrame, VersionNote } from './project-frames'
import './project-head.css'
import { ClampedText } from '../../features/comments/list/clamped-text'
import { rich } from '../../ui/rich'

interface ProjectHeadProps {
  readonly others: Live['others']
  readonly connection: Live['connection']
  /** The actions of the toolbar on wider screens. */
  readonly viewerItems: MenuItems
}

/** Name, description, 'Edited' date and the icon bar. Visitors see only the actions they are allowed. */
export function ProjectHead(props: ProjectHeadProps) {
  const { others, connection } = props
  const { project, shown, sinceVisit } = useReview()
  // The bar about a new version has its note already.
  const note = shown.isOld || sinceVisit.news?.isShown ? '' : shown.version.note
  const isPhone = useIsPhone()
  const isOnline = useIsOnline()
  const isBriefEdited = useReviewState((state) => state.isBriefEdited)
  const [isOpened, setIsOpened] = useState(false)
  const phoneState = isOnline ? phoneWords[connection]() : m.phone_offline()
  const hasBrief = project.can.rename || project.description.trim() !== '' || note.trim() !== ''
  const isBriefShown = !isPhone || isOpened || isBriefEdited
  return (
    <HeadFrame
      name={project.name}
      edited={
        <>
          {/* First, because the rest of the line may be cut off. */}
          {isPhone && hasBrief && (
            <>
              <button
                type="button"
                className="text-action"
                aria-expanded={isBriefShown}
                onClick={() => setIsOpened(!isBriefShown)}
              >
                {m.brief()}
              </button>
              <span aria-hidden> · </span>
            </>
          )}
          <span>
            {rich(m.project_edited, {
              date: <time dateTime={project.updatedAt}>{formatDate(project.updatedAt)}</time>,
            })}
          </span>
          {isPhone && (
            <span role="status" aria-live="polite">
              {phoneState && ` · ${phoneState}`}
            </span>
          )}
          {isPhone && isOnline && connection === 'live' && others.count > 0 && (
            <span>{` · ${m.viewers_here({ count: others.count + 1 })}`}</span>
          )}
        </>
      }
    >
      {isPhone ? <PhoneActions {...props} /> : <IconBar {...props} />}
      {isBriefShown && (
        <>
          <ProjectDescription project={project} />
          <VersionNote number={String(shown.version.number)} note={note} />
        </>
      )}
    </HeadFrame>
  )
}

const phoneWords = { live: () => '', asking: () => m.phone_asking(), lost: () => m.phone_lost() }

function IconBar({ others, connection }: ProjectHeadProps) {
  const { project, open } = useReview()
  const { can } = project
  const isOnline = useIsOnline()
  return (
    <>
      {/* Has its own row, so that the buttons never move. */}
      <div>
        <ConnectionState connection={connection} />
        {isOnline && connection === 'live' && others.count > 0 && (
          <LazyBoundary>
            <OthersViewing others={others} />
          </LazyBoundary>
        )}
      </div>
      <div className="project-actions">
        {can.rename && (
          <IconButton label={m.project_rename()} onClick={() => open('rename')}>
            <Pencil size={18} />
          </IconButton>
        )}
        {!project.goneBy && (
          <Button variant={can.manage ? 'primary' : 'outline'} onClick={() => open('share')}>
            <Link strokeWidth={2} />
            {m.share_open()}
          </Button>
        )}
        {can.delete && (
          <IconButton label={m.project_delete()} className="-me-[9px]" onClick={() => open('delete')}>
            <Trash2 size={18} />
          </IconButton>
        )}
      </div>
    </>
  )
}

interface ConnectionStateProps extends Pick<ProjectHeadProps, 'connection'> {
  className?: string
}

const words = {
  live: () => null,
  asking: () => m.connection_asking(),
  lost: () => m.connection_lost(),
}

/** Nothing while the page is connected. @param className its place, outside the head */
export function ConnectionState({ connection, className }: ConnectionStateProps) {
  const isOnline = useIsOnline()
  if (isOnline && connection === 'live') return null
  return (
    <p role="status" aria-live="polite" className={classNames('text-13 text-ink-2', className)}>
      {isOnline ? words[connection]() : m.connection_offline()}
    </p>
  )
}

function PhoneActions({ viewerItems }: ProjectHeadProps) {
  const { project, open } = useReview()
  const { can } = project
  return (
    <div className="project-actions">
      <CommentsToggle />
      {!project.goneBy && (
        <IconButton label={m.share_project()} onClick={() => open('share')}>
          <Link size={18} />
        </IconButton>
      )}
      <Menu
        items={[
          ...viewerItems,
          can.rename && { label: m.project_rename(), icon: <Pencil />, onSelect: () => open('rename') },
          can.delete && {
            label: m.project_delete(),
            icon: <Trash2 />,
            tone: 'danger',
            onSelect: () => open('delete'),
          },
        ]}
        trigger={
          <IconButton label={m.more_actions()}>
            <Ellipsis size={18} />
          </IconButton>
        }
      />
    </div>
  )
}

/** The brief: what the designer wants feedback on. Visitors who may rename the project can edit it in
 *  place. */
function ProjectDescription({ project }: { project: Project }) {
  const { editBrief } = useReview()
  const isEdited = useReviewState((state) => state.isBriefEdited)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) opener.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])

  const isEmpty = project.description.trim() === ''
  if (isEdited) {
    return (
      <DescriptionFrame brief={false}>
        <LazyBoundary onFailed={() => editBrief(false)}>
          <DescriptionForm project={project} onClose={() => editBrief(false)} />
        </LazyBoundary>
      </DescriptionFrame>
    )
  }
  if (isEmpty && !project.can.rename) return null
  return (
    <DescriptionFrame brief={!isEmpty && <ClampedText text={project.description} lines="head" />}>
      {project.can.rename && (
        <button ref={opener} type="button" className="text-action" onClick={() => editBrief(true)}>
          {isEmpty ? m.description_add() : m.description_edit()}
        </button>
      )}
    </DescriptionFrame>
  )
}
