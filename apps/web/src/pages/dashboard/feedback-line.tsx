import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { allResolved } from '../../lib/all-resolved'
import { Tag } from '../../ui/tag'

/** The feedback on a project: new comments, the last author, open comments. */
export function FeedbackLine({ stats }: { stats: ProjectSummary['stats'] }) {
  const { last, open, total } = stats
  return (
    <div className="col-span-2 mt-2 flex min-w-0 items-center gap-2 border-t pt-2 text-13/[20px] text-ink-2">
      {stats.new > 0 && <Tag tone="new">{`${stats.new} new`}</Tag>}
      <p className="min-w-0 truncate">
        {last ? <LastComment last={last} /> : total === 0 && 'No comments yet'}
      </p>
      {total > 0 && (
        <span className="tabular ml-auto flex-none text-ink-3">
          {open > 0 ? `${open} open` : allResolved(total)}
        </span>
      )}
    </div>
  )
}

function LastComment({ last }: { last: NonNullable<ProjectSummary['stats']['last']> }) {
  return (
    <>
      <b className="font-[550] text-ink">
        <bdi translate="no" dir="auto">
          {last.byOwner ? 'You' : last.commenter}
        </bdi>
        :
      </b>{' '}
      <bdi dir="auto">{last.text}</bdi>
    </>
  )
}
