import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { Check, ChevronDown, ChevronUp, Ellipsis, RotateCcw, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, IconButton } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import { chooseShowsNext, useShowsNext } from '../../review/thread-list'
import { useFindLinkAddress } from '../../../lib/instance'
import { useCopyLink } from '../../../ui/clipboard'
import { authorOf } from '../../../lib/format'

interface ThreadBarProps {
  titleId: string
  menu: RefObject<HTMLButtonElement | null>
  project: Project
  thread: Comment
  position: { at: number; of: number } | null
  canStep: boolean
  isPending: boolean
  onStep: (step: 1 | -1) => void
  onResolve: () => void
  /** Undefined if the action is not allowed, like the other handlers. */
  onEdit: (() => void) | undefined
  onMove: (() => void) | undefined
  onResize: (() => void) | undefined
  onDraw: (() => void) | undefined
  onReplyMail: (() => void) | undefined
  onZoom: (() => void) | undefined
  onDelete: (() => void) | undefined
  onClose: () => void
}

/** The head of a thread: its number, the buttons to the next and previous one, and its actions. */
export function ThreadBar(props: ThreadBarProps) {
  const { titleId, project, thread, position, canStep, isPending, onStep, onResolve, onClose } = props
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
      <IconButton
        size="sm"
        label={m.comment_previous()}
        tooltip={m.tooltip_with_key({ label: m.comment_previous(), key: 'P' })}
        disabled={!canStep}
        onClick={() => onStep(-1)}
      >
        <ChevronUp />
      </IconButton>
      <IconButton
        size="sm"
        label={m.comment_next()}
        tooltip={m.tooltip_with_key({ label: m.comment_next(), key: 'N' })}
        disabled={!canStep}
        onClick={() => onStep(1)}
      >
        <ChevronDown />
      </IconButton>
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
        buttonRef={props.menu}
        items={useMoreItems(props, project)}
        trigger={
          <IconButton size="sm" label={m.action_more()}>
            <Ellipsis />
          </IconButton>
        }
      />
      <IconButton
        size="sm"
        label={m.action_close()}
        tooltip={m.tooltip_with_key({ label: m.action_close(), key: 'Esc' })}
        onClick={onClose}
      >
        <X />
      </IconButton>
    </div>
  )
}

function useMoreItems(
  { thread, onEdit, onMove, onResize, onDraw, onReplyMail, onZoom, onDelete }: ThreadBarProps,
  project: Project,
): MenuItem[] {
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()
  const showsNext = useShowsNext()
  return [
    {
      label: m.link_copy(),
      onSelect: () => void copyLink(addressOfComment(findAddress(project.link.id), thread._id)),
    },
    ...(onZoom ? [{ label: m.thread_zoom(), onSelect: onZoom }] : []),
    ...(onEdit ? [{ label: m.action_edit(), onSelect: onEdit, movesFocus: true }] : []),
    ...(onMove ? [{ label: m.action_move(), shortcut: 'M', onSelect: onMove }] : []),
    ...(onResize ? [{ label: m.thread_resize(), onSelect: onResize }] : []),
    ...(onDraw ? [{ label: m.draw_action(), onSelect: onDraw }] : []),
    ...(onReplyMail ? [{ label: m.reply_mail_ask(), onSelect: onReplyMail }] : []),
    ...(showsNext === null || !thread.can.resolve
      ? []
      : [
          {
            label: m.thread_shows_next(),
            checked: showsNext,
            onSelect: () => chooseShowsNext(!showsNext),
          },
        ]),
    ...(onDelete ? [{ label: m.action_delete(), tone: 'danger' as const, onSelect: onDelete }] : []),
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
