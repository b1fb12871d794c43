import { shownName, type Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { Check, ChevronDown, ChevronUp, Ellipsis, RotateCcw, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button'
import { Menu } from '../../../ui/menu'
import type { MenuItem } from '../../../ui/menu-item'
import { chooseShowsNext, useShowsNext } from '../../review/thread-list'
import { useFindLinkAddress } from '../../../lib/instance'
import { useCopyLink } from '../../../ui/clipboard'

interface ThreadBarProps {
  titleId: string
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
  onReplyMail: (() => void) | undefined
  onZoom: (() => void) | undefined
  onDelete: (() => void) | undefined
  onClose: () => void
}

/** The head of a thread: its number, the buttons to the next and previous one, and its actions. */
export function ThreadBar(props: ThreadBarProps) {
  const { titleId, project, thread, position, canStep, isPending, onStep, onResolve, onClose } = props
  const isResolved = thread.resolved !== null
  const place = position ? `${position.at} of ${position.of}` : ''
  return (
    <div className="flex min-h-11 flex-none items-center gap-0.5 border-b border-line pr-2 pl-4 max-md:min-h-14 max-md:pr-1">
      <h2
        id={titleId}
        aria-label={`Comment ${thread.number} by ${shownName(thread)}${place && `, ${place}`}`}
        className="tabular mr-auto flex h-[1lh] min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden text-14 font-semibold whitespace-nowrap"
      >
        <span>{`No. ${thread.number}`}</span>
        {/* Without room for all of it, the rest wraps to a second line, which is cut off. */}
        <span className="text-13 font-normal text-ink-3">{place}</span>
      </h2>
      <IconButton
        size="sm"
        label="Previous comment"
        tooltip="Previous comment (P)"
        disabled={!canStep}
        onClick={() => onStep(-1)}
      >
        <ChevronUp aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        size="sm"
        label="Next comment"
        tooltip="Next comment (N)"
        disabled={!canStep}
        onClick={() => onStep(1)}
      >
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      {thread.can.resolve && (
        <Button
          size="sm"
          data-tooltip={isResolved ? 'Reopen (R)' : 'Resolve (R)'}
          className="mx-1 max-md:px-3"
          pending={isPending}
          onClick={onResolve}
        >
          {isResolved ? (
            <RotateCcw aria-hidden size={16} strokeWidth={1.75} />
          ) : (
            <Check aria-hidden size={16} strokeWidth={1.75} />
          )}
          <span className="max-lg:sr-only">{isResolved ? 'Reopen' : 'Resolve'}</span>
        </Button>
      )}
      <Menu
        items={useMoreItems(props, project)}
        trigger={
          <IconButton size="sm" label="More">
            <Ellipsis aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        }
      />
      <IconButton size="sm" label="Close" tooltip="Close (Esc)" onClick={onClose}>
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

function useMoreItems(
  { thread, onEdit, onMove, onResize, onReplyMail, onZoom, onDelete }: ThreadBarProps,
  project: Project,
): MenuItem[] {
  const findAddress = useFindLinkAddress()
  const copyLink = useCopyLink()
  const showsNext = useShowsNext()
  return [
    {
      label: 'Copy link',
      onSelect: () => void copyLink(addressOfComment(findAddress(project.link.id), thread._id)),
    },
    ...(onZoom ? [{ label: 'Zoom to the region', onSelect: onZoom }] : []),
    ...(onEdit ? [{ label: 'Edit', onSelect: onEdit }] : []),
    ...(onMove ? [{ label: 'Move', shortcut: 'M', onSelect: onMove }] : []),
    ...(onResize ? [{ label: 'Change size', onSelect: onResize }] : []),
    ...(onReplyMail ? [{ label: 'Tell me about replies', onSelect: onReplyMail }] : []),
    ...(showsNext === null || !thread.can.resolve
      ? []
      : [
          {
            label: 'After Resolve, show the next',
            checked: showsNext,
            onSelect: () => chooseShowsNext(!showsNext),
          },
        ]),
    ...(onDelete ? [{ label: 'Delete', tone: 'danger' as const, onSelect: onDelete }] : []),
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
