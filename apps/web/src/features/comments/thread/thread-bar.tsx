import type { Comment } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { Check, Ellipsis, RotateCcw, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, IconButton } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItems } from '../../../ui/menu-item'
import { chooseShowsNext, useShowsNext } from '../../review/thread-list'
import { useFindLinkAddress } from '../../../lib/instance'
import { useCopyLink } from '../../../ui/clipboard'
import { authorOf } from '../../../lib/format'
import { StepButtons } from '../../../ui/step-buttons'
import { useReview } from '../../review/use-review'

interface ThreadBarProps {
  titleId: string
  menu: RefObject<HTMLButtonElement | null>
  thread: Comment
  isPending: boolean
  onResolve: () => void
  onEdit: () => void
  onReplyMail: () => void
  onDelete: () => void
}

/** The head of a thread: its number, the buttons to the next and previous one, and its actions. */
export function ThreadBar(props: ThreadBarProps) {
  const { titleId, menu, thread, isPending, onResolve } = props
  const { position, rows, nextDesign, walk, closeThread } = useReview()
  const isResolved = thread.resolved !== null
  const place = position ? m.count_of({ count: position.at, total: position.of }) : ''
  const by = { number: thread.number, name: authorOf(thread) }
  const resolveLabel = isResolved ? m.action_reopen() : m.action_resolve()
  return (
    <div className="flex min-h-11 flex-none items-center gap-0.5 border-b border-line pe-2 ps-4 max-md:min-h-14 max-md:pe-1">
      <h2
        id={titleId}
        aria-label={place ? m.comment_by_at({ ...by, place }) : m.comment_by(by)}
        className="tabular me-auto flex h-[1lh] min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden text-14 font-semibold whitespace-nowrap"
      >
        <span>{m.thread_number({ number: thread.number })}</span>
        {/* Without room for all of it, the rest wraps to a second line, which is cut off. */}
        <span className="text-13 font-normal text-ink-3">{place}</span>
      </h2>
      <StepButtons
        previous={m.comment_previous()}
        next={m.comment_next()}
        iconPx={16}
        disabled={rows.every(({ key }) => key === thread._id) && nextDesign === null}
        onStep={(step) => walk(step, true)}
      />
      {thread.can.resolve && (
        <Button
          size="sm"
          data-tooltip={m.tooltip_with_key({ label: resolveLabel, key: 'R' })}
          className="mx-1 max-md:px-3"
          pending={isPending}
          onClick={onResolve}
        >
          {isResolved ? <RotateCcw /> : <Check />}
          <span className="max-lg:sr-only">{resolveLabel}</span>
        </Button>
      )}
      <Menu
        buttonRef={menu}
        items={useMoreItems(props)}
        trigger={
          <IconButton size="sm" label={m.action_more()}>
            <Ellipsis />
          </IconButton>
        }
      />
      <IconButton size="sm" label={m.action_close()} shortcut="Esc" onClick={closeThread}>
        <X />
      </IconButton>
    </div>
  )
}

/** What can be done with a thread. */
function useMoreItems({ thread, onEdit, onReplyMail, onDelete }: ThreadBarProps): MenuItems {
  const { part: project, selected, pins, shown, ...review } = useReview()
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()
  const showsNext = useShowsNext()
  const { _id: key, deletedAt, can, version, replies } = thread
  const isThere = deletedAt === null
  const { point = null, region = null } = selected ?? {}
  const area = point && region && { ...point, ...region }
  const canMove = isThere && pins.some((pin) => pin.key === key && pin.canMove)
  // The strokes of a comment from an older version stay as they were drawn.
  const canDraw = isThere && can.edit && version === shown.version._id
  return [
    {
      label: m.link_copy(),
      onSelect: () => void copyLink(addressOfComment(findAddress(project.link.id), key)),
    },
    area && { label: m.thread_zoom(), onSelect: () => review.zoomToRegion(area) },
    can.edit && isThere && { label: m.action_edit(), onSelect: onEdit, movesFocus: true },
    canMove &&
      point && { label: m.action_move(), shortcut: 'M', onSelect: () => review.beginMove(key, point) },
    canMove && area && { label: m.thread_resize(), onSelect: () => review.beginResize(key, area) },
    canDraw && point && { label: m.draw_action(), onSelect: () => review.beginDraw('arrow', key, point) },
    project.replyMail &&
      [thread, ...replies].some(({ mine }) => mine) && {
        label: m.reply_mail_ask(),
        onSelect: onReplyMail,
      },
    showsNext !== null &&
      can.resolve && {
        label: m.thread_shows_next(),
        checked: showsNext,
        onSelect: () => chooseShowsNext(!showsNext),
      },
    can.delete && isThere && { label: m.action_delete(), tone: 'danger', onSelect: onDelete },
  ]
}

/** The address that opens a project at one comment, with the design and version that the page shows it on. */
async function addressOfComment(projectAddress: Promise<string>, commentId: string): Promise<string> {
  const wanted = new URLSearchParams(window.location.search)
  const query = new URLSearchParams({ comment: commentId })
  for (const name of ['design', 'v']) {
    const value = wanted.get(name)
    if (value !== null) query.set(name, value)
  }
  return `${await projectAddress}?${query.toString()}`
}
