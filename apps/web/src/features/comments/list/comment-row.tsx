import { memo } from 'react'
import { formatDateTime } from '../../../lib/clock'
import { Pin, type PinLook } from '../../../ui/pin'
import { Tag } from '../../../ui/tag'
import type { ThreadView } from '../thread-view'
import { ClampedText } from './clamped-text'

interface CommentRowProps {
  thread: ThreadView
  isSelected: boolean
  isHovered: boolean
  /** Null while no comments are picked. */
  isPicked: boolean | null
  onPick: (key: string) => void
  onSelect: (key: string) => void
  onHover: (key: string | null) => void
}

/** One thread in the list. All of the row selects it; links and `more` in it lie above. */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { thread, isSelected, isHovered, isPicked, onPick, onSelect, onHover } = props
  const { key, number, state, commenter, comment } = thread
  const isDeleted = comment !== null && comment.deletedAt !== null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Pointing only lights the pin.
    <div
      role="listitem"
      className="comment-row"
      data-row={key}
      data-state={state}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      onClick={({ target }) => {
        // The text lies over the row's button, so that it can be selected: a click on it is one on the row.
        const isOnControl = target instanceof Element && target.closest('a, button, input') !== null
        if (!isOnControl && getSelection()?.isCollapsed !== false) onSelect(key)
      }}
      onPointerEnter={() => onHover(key)}
      onPointerLeave={() => onHover(null)}
      onFocus={() => onHover(key)}
      onBlur={() => onHover(null)}
    >
      {isPicked !== null && state === 'open' && comment && (
        <input
          type="checkbox"
          className="row-pick"
          aria-label={`Select comment ${number}`}
          checked={isPicked}
          onChange={() => onPick(key)}
        />
      )}
      <Pin size="chip" look={lookOf(state, isSelected)} number={number} />
      <div className="grid min-w-0 gap-y-1">
        <div className="min-w-0">
          <div className="flex min-w-0 items-center gap-1.5">
            <button
              type="button"
              aria-label={nameOf(thread)}
              aria-current={isSelected || undefined}
              className="min-w-0 truncate text-left font-semibold after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
              onClick={() => onSelect(key)}
            >
              <bdi dir="auto">{commenter === '' ? 'Draft' : commenter}</bdi>
            </button>
            {thread.isNew === true && <Tag tone="new">New</Tag>}
          </div>
          <RowTime thread={thread} />
        </div>
        {isDeleted ? (
          <p className="text-ink-3">Comment deleted</p>
        ) : (
          <ClampedText text={thread.text} lines={3} />
        )}
        <RowReplies thread={thread} />
      </div>
    </div>
  )
})

function nameOf({ number, commenter, isNew, state }: ThreadView): string {
  const name = number === null ? `Comment by ${commenter}` : `Comment ${number} by ${commenter}`
  if (state === 'draft') return 'Draft comment on the whole design'
  return isNew === true ? `${name}, new` : name
}

function RowReplies({ thread: { comment, reply } }: { thread: ThreadView }) {
  const count = comment?.replies.length ?? 0
  return (
    <>
      {count > 0 && <p className="row-quiet text-13">{count === 1 ? '1 reply' : `${count} replies`}</p>}
      {reply === 'sending' && <p className="row-quiet text-13">Your reply is being sent...</p>}
      {reply === 'failed' && <p className="text-13 text-danger-text">Your reply was not sent.</p>}
    </>
  )
}

function RowTime({ thread: { state, createdAt } }: { thread: ThreadView }) {
  if (state === 'draft') return <p className="row-quiet text-12">Not sent yet</p>
  if (state === 'sending') return <p className="row-quiet text-12">Sending...</p>
  if (state === 'failed') return <p className="text-12 text-danger-text">Not sent. Open it to try again.</p>
  return (
    <time dateTime={createdAt} className="row-quiet block text-12 tabular-nums">
      Commented at {formatDateTime(createdAt)}
    </time>
  )
}

/** A resolved row keeps its number, by which it is found; a selected one still says that it is not sent. */
function lookOf(state: ThreadView['state'], isSelected: boolean): PinLook {
  return isSelected && (state === 'open' || state === 'resolved') ? 'selected' : state
}
