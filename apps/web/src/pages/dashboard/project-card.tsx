import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { imagePath } from '@pinmark/shared/image-path'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Link as Link2 } from 'lucide-react'
import { Fragment, memo, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/clock'
import { IconButton } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { sheetOnMat } from '../../ui/sheet-on-mat'
import { Tag } from '../../ui/signs'
import { toast } from '../../ui/toast'
import { tallyText, verdictKinds, VerdictSign } from '../../features/rounds/verdict-kinds'
import type { OpenDialog } from './dashboard-dialogs'
import { Name, rich, uncut } from '../../ui/rich'
import { personName } from '../../lib/format'

interface ProjectCardProps {
  project: ProjectSummary
  onDialog: (dialog: OpenDialog) => void
  isSelected: boolean
  /** Null while there are too few projects to select some. */
  onSelect: ((id: string, is: boolean) => void) | null
}

/** The whole card is a click area of the title's link. Its menu and the button for its most frequent action
 *  lie above it. */
export const ProjectCard = memo(function ProjectCard({
  project,
  onDialog,
  isSelected,
  onSelect,
}: ProjectCardProps) {
  const nameId = useId()
  const queryClient = useQueryClient()
  const projects = [project]
  return (
    <>
      <article className="project-card">
        <CardPicture project={project} />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 pt-3">
          <h2 className="min-w-0 text-15 font-semibold tracking-[-0.01em]">
            <Link to={pagePaths.project(project._id)} className="project-link flex">
              <Name id={nameId} className="truncate">
                {project.name}
              </Name>
            </Link>
          </h2>
          <Menu
            trigger={
              <IconButton
                label={m.design_actions({ name: project.name })}
                tooltip={m.actions()}
                className="project-menu"
              >
                <Ellipsis size={18} />
              </IconButton>
            }
            items={[
              { label: m.action_rename(), onSelect: () => onDialog({ kind: 'rename', project }) },
              { label: m.share_open(), onSelect: () => onDialog({ kind: 'share', project }) },
              { label: m.people_title(), onSelect: () => onDialog({ kind: 'people', project }) },
              { label: m.order_labels(), onSelect: () => onDialog({ kind: 'labels', projects }) },
              { label: m.order_duplicate(), onSelect: () => void duplicate(queryClient, project) },
              { label: m.order_archive(), onSelect: () => onDialog({ kind: 'archive', projects }) },
              {
                label: m.action_delete(),
                tone: 'danger',
                onSelect: () => onDialog({ kind: 'delete', project }),
              },
            ]}
          />
          <p className="col-span-2 text-13 text-ink-3">
            {!project.isOwner && (
              <>
                <Name>{project.owner.name}</Name> <span>·</span>{' '}
              </>
            )}
            {project.designs > 1 && <span>{`${m.count_designs({ count: project.designs })} · `}</span>}
            {rich(
              m.project_edited,
              { date: <time dateTime={project.updatedAt}>{formatDate(project.updatedAt)}</time> },
              uncut,
            )}
          </p>
          <FeedbackLine project={project} />
          <RoundLine round={project.round} />
          <LabelLine labels={project.labels} />
        </div>
      </article>
      <IconButton
        label={m.share_open()}
        aria-describedby={nameId}
        className="card-share"
        onClick={() => onDialog({ kind: 'share', project })}
      >
        <Link2 size={18} />
      </IconButton>
      {onSelect && (
        <label className="card-select" data-tooltip={m.order_select()}>
          <input
            type="checkbox"
            aria-label={m.order_select_project({ name: project.name })}
            checked={isSelected}
            onChange={({ target }) => onSelect(project._id, target.checked)}
          />
        </label>
      )}
    </>
  )
})

/** Fetches the code for it first. */
async function duplicate(queryClient: QueryClient, project: ProjectSummary): Promise<void> {
  try {
    const { orderCalls } = await import('../../features/projects/order-calls')
    await orderCalls(queryClient).copy(project)
  } catch (error) {
    toast.showFailure(error)
  }
}

/** The labels of a project; nothing without any. */
function LabelLine({ labels }: { labels: string[] | undefined }) {
  if (!labels?.length) return null
  return (
    <ul aria-label={m.order_labels()} className="col-span-2 mt-2 flex min-w-0 flex-wrap gap-1">
      {labels.map((label) => (
        <li key={label} className="flex max-w-full">
          <Tag>
            <Name className="truncate">{label}</Name>
          </Tag>
        </li>
      ))}
    </ul>
  )
}

/** The design as a sheet on the mat, with blank sheets behind it if there are more designs. Hidden from
 *  screen readers, which read the title. A picture that fails to load leaves a blank sheet. */
function CardPicture({ project }: { project: ProjectSummary }) {
  const [hasFailed, setHasFailed] = useState(false)
  const { isCut, ...size } = sheetOnMat(project)
  return (
    <div className="card-mat" data-cut={isCut || undefined}>
      <div className="card-sheet" data-fan={fanOf(project.designs)} style={size}>
        {!hasFailed && (
          <img
            src={imagePath(project.thumbnail, 'thumbnail')}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setHasFailed(true)}
          />
        )}
      </div>
    </div>
  )
}

/** Number of sheets behind the first one: 2 at most. */
function fanOf(designs: number): number | undefined {
  return designs > 1 ? Math.min(designs - 1, 2) : undefined
}

/** The feedback on a project: new comments, the last author, open comments. */
function FeedbackLine({ project }: { project: ProjectSummary }) {
  const { stats, isOwner, members } = project
  const { last, open, total } = stats
  const isOnlyDesigner = isOwner && members === 0
  return (
    <div className="col-span-2 mt-2 flex min-w-0 items-center gap-2 border-t pt-2 text-13/[20px] text-ink-2">
      {stats.new > 0 && <Tag tone="new">{m.count_new({ count: stats.new })}</Tag>}
      <p className="card-last">
        {last
          ? rich(
              m.card_last,
              {
                name: (
                  <b translate="no" dir="auto" className="truncate font-[550] text-ink">
                    {last.byOwner && isOnlyDesigner ? m.card_you() : personName(last.commenter)}
                  </b>
                ),
                text: (
                  <bdi dir="auto" className="card-words truncate">
                    {last.text}
                  </bdi>
                ),
              },
              uncut,
            )
          : total === 0 && m.comments_none()}
      </p>
      {total > 0 && (
        <span className="tabular ms-auto flex-none text-ink-3">
          {open > 0 ? m.count_open({ count: open }) : m.list_all_resolved({ count: total })}
        </span>
      )}
    </div>
  )
}

/** The verdicts on the present round, and whether it is closed; nothing if there is neither. */
function RoundLine({ round }: { round: ProjectSummary['round'] }) {
  const { number, closedAt, verdicts } = round
  if (closedAt === null && round.good + round.changes === 0) return null
  return (
    <div className="col-span-2 mt-1 flex min-w-0 items-center gap-2 text-13/[20px] text-ink-2">
      {closedAt !== null && <Tag>{m.card_round_closed({ number })}</Tag>}
      {verdictKinds.map((kind) => {
        const count = round[kind]
        const names = verdicts.filter(({ verdict }) => verdict === kind).map(({ name }) => name)
        if (count === 0) return null
        const others = count - names.length
        const rest = m.count_others({ count: others })
        const all = [...names, ...(others > 0 ? [rest] : [])]
        return (
          <p key={kind} className="flex min-w-0 items-center gap-1">
            <VerdictSign kind={kind} />
            <span className="sr-only">
              {tallyText({ good: 0, changes: 0, [kind]: count }) + m.facts_separator()}
            </span>
            <b aria-hidden className="tabular font-[550] text-ink">
              {count}
            </b>
            <span className="truncate">
              {all.map((name, at) => (
                <Fragment key={`${name} ${String(at)}`}>
                  {at > 0 && <span>{m.facts_separator()}</span>}
                  <Name>{name}</Name>
                </Fragment>
              ))}
            </span>
          </p>
        )
      })}
    </div>
  )
}
