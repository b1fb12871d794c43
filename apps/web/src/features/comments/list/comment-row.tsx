import { isToConfirm } from '@pinmark/shared/comment-filter'
import { m } from '@pinmark/words/messages'
import { Check, RotateCcw, ThumbsUp } from 'lucide-react'
import { memo } from 'react'
import { formatDateTime } from '../../../lib/clock'
import { LazyBoundary, lazyComponent } from '../../../ui/lazy'
import { Pin, Tag } from '../../../ui/signs'
import { agreeWords } from '../agree-words'
import { pinStateOf } from '../../review/pin-model'
import type { ThreadView } from '../../review/thread-view'
import { ClampedText } from './clamped-text'
import { isRowClick } from './find-row'
import { formatFacts } from '../../../lib/format'
import { Name } from '../../../ui/rich'

const RowPictures = lazyComponent(async () => (await import('../pictures/message-pictures')).RowPictures)

interface CommentRowProps {
  thread: ThreadView
  isSelected: boolean
  isHovered: boolean
  /** Whether Tab reaches it. The arrow keys reach every row. */
  isTabStop: boolean
  tellsNew: boolean
  /** Resolves an open comment, confirms what a tool resolved, and reopens what else is resolved. */
  onResolve: (key: string) => void
  onSelect: (key: string) => void
  onHover: (key: string | null) => void
}

/** One stored thread in the list. A click anywhere in the row selects it, except on links and `more`, which
 *  lie above. */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { thread, isSelected, isHovered, isTabStop, tellsNew, onResolve, onSelect, onHover } = props
  const { key, number, state, commenter, createdAt, comment } = thread
  const resolves = state === 'open' || (comment !== null && isToConfirm(comment))
  const CheckIcon = resolves ? Check : RotateCcw
  const isDeleted = comment !== null && comment.deletedAt !== null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Its button has the keys; pointing only lights the pin.
    <div
      role="listitem"
      className="comment-row"
      data-row={key}
      data-state={state}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      onClick={({ target }) => isRowClick(target) && onSelect(key)}
      onPointerEnter={() => onHover(key)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onHover(key)}
      onBlur={() => onHover(null)}
    >
      <Pin size="chip" look={isSelected ? 'selected' : pinStateOf(thread)} number={number} />
      <div className="grid min-w-0 gap-y-1">
        <div className="row-head min-w-0">
          <div className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <button
              type="button"
              aria-label={nameOf(thread)}
              aria-current={isSelected || undefined}
              className="row-button"
              tabIndex={isTabStop ? 0 : -1}
              onClick={() => onSelect(key)}
            >
              <Name>{commenter}</Name>
            </button>
            {comment?.byOwner && <Tag>{m.tag_designer()}</Tag>}
            {thread.isNew === true && tellsNew && <Tag tone="new">{m.tag_new()}</Tag>}
            {thread.carried && (
              <span className={isSure(thread.carried) ? 'tag-carried' : 'contents'}>
                <Tag>{carriedWords(thread.carried)}</Tag>
              </span>
            )}
          </div>
          <time dateTime={createdAt} className="row-quiet block text-12 tabular-nums">
            {m.comment_time({ date: formatDateTime(createdAt) })}
          </time>
        </div>
        {isDeleted ? (
          <p className="text-ink-3">{m.comment_is_deleted()}</p>
        ) : (
          <ClampedText text={thread.text} lines={3} tabIndex={isTabStop ? 0 : -1} />
        )}
        {comment?.pictures && (
          <LazyBoundary fallback={<div style={{ height: 48 }} />}>
            <RowPictures comment={comment} />
          </LazyBoundary>
        )}
        <RowFoot thread={thread} />
      </div>
      {comment?.can.resolve && (
        <button
          type="button"
          className="row-check"
          aria-label={
            resolves
              ? m.resolve_comment({ number: number ?? '' })
              : m.reopen_comment({ number: number ?? '' })
          }
          data-tooltip={resolves ? m.action_resolve() : m.action_reopen()}
          tabIndex={isTabStop ? 0 : -1}
          onClick={() => onResolve(key)}
        >
          <CheckIcon />
        </button>
      )}
    </div>
  )
})

/** `2 replies`, and who agrees. */
function RowFoot({ thread: { comment } }: Pick<CommentRowProps, 'thread'>) {
  const replies = comment?.replies.length ?? 0
  const words = agreeWords(comment?.agrees, 1)
  if (replies === 0 && words === null) return null
  return (
    <p className="row-quiet flex flex-wrap gap-x-2.5 text-13">
      {replies > 0 && <span>{m.count_replies({ count: replies })}</span>}
      {words !== null && (
        <span className="inline-flex min-w-0 gap-1.5">
          <ThumbsUp className="flex-none" />
          <span className="wrap-anywhere">{words}</span>
        </span>
      )}
    </p>
  )
}

/** `Comment 3 by Mara Hald, designer, resolved, new` */
function nameOf({ number, commenter, comment, state, isNew }: ThreadView): string {
  const facts = [
    m.comment_by({ number: number ?? '', name: commenter }),
    comment?.byOwner && m.fact_designer(),
    state === 'resolved' && m.fact_resolved(),
    isNew === true && m.fact_new(),
  ]
  return formatFacts(facts.filter((fact) => typeof fact === 'string'))
}

/** Whether nothing about the place has to be checked. */
function isSure({ state }: NonNullable<ThreadView['carried']>): boolean {
  return state !== 'check' && state !== 'gone'
}

function carriedWords({ from, state }: NonNullable<ThreadView['carried']>): string {
  if (state === 'check') return m.fact_to_check()
  return state === 'gone' ? m.fact_spot_gone() : m.fact_from_version({ number: from })
}
