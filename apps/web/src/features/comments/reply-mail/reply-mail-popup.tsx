import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { IconButton } from '../../../ui/button'
import { Popup } from '../composer/popup'
import type { PopupAnchor } from '../composer/use-popup-place'
import { ReplyMailForm, useReplyMail } from './reply-mail-form'
import { readStored, writeStored } from '../../../lib/storage'
import './reply-mail.css'

interface ReplyMailPopupProps {
  project: Project
  anchor: PopupAnchor
  /** The comment that was just sent. */
  comment: Comment
  onClose: () => void
}

/** Offers mail about replies at the place where a comment was written. It appears automatically, so only once
 *  in each project, and does not take the focus. */
export function ReplyMailPopup({ project, anchor, comment, onClose }: ReplyMailPopupProps) {
  const titleId = useId()
  const { permanentId } = project
  const [isNew] = useState(() => !wasReplyMailOffered(permanentId))
  const { data } = useReplyMail(project._id)
  // Not offered to a visitor who has already left an address. Once open, the popup stays through all states.
  const [isOpen, setOpen] = useState(false)
  if (isNew && !isOpen && data?.state === 'none') setOpen(true)
  const isOver = !isNew || (data && !isOpen && data.state !== 'none')

  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  useEffect(() => {
    if (!isOpen) return undefined
    rememberReplyMailOffer(permanentId)
    // The focus may be anywhere on the page, but Esc closes what opened last. The capture phase also comes
    // before the label of the pin, which is not visible now.
    const controller = new AbortController()
    window.addEventListener(
      'keydown',
      (event) => {
        const isInMenu = event.target instanceof Element && event.target.closest('[data-base-ui-portal]')
        if (event.key !== 'Escape' || isInMenu) return
        event.stopPropagation()
        onClose()
      },
      { capture: true, signal: controller.signal },
    )
    return () => controller.abort()
  }, [isOpen, permanentId, onClose])
  if (!isOpen) return null

  return (
    <Popup
      anchor={anchor}
      hasLeader={comment.kind !== 'design'}
      labelledBy={titleId}
      pinKey={comment._id}
      onDismiss={onClose}
    >
      <div className="reply-mail-offer grid gap-2 px-4 pb-4">
        <div className="-me-2 flex h-11 items-center gap-2">
          <h2 id={titleId} className="me-auto text-14 font-semibold">
            {m.comment_added({ number: comment.number })}
          </h2>
          <IconButton
            size="sm"
            label={m.action_close()}
            tooltip={m.tooltip_with_key({ label: m.action_close(), key: 'Esc' })}
            onClick={onClose}
          >
            <X aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
        <ReplyMailForm project={project} />
      </div>
    </Popup>
  )
}

/** The projects in which this browser has already offered mail about replies. It is offered automatically
 *  once in each. */
const key = 'pinmark.mail-offered'
/** Older projects are forgotten, and may get the offer once more. */
const keptProjects = 50

export function wasReplyMailOffered(permanentId: string): boolean {
  return offers().includes(permanentId)
}

export function rememberReplyMailOffer(permanentId: string): void {
  writeStored(key, [permanentId, ...offers()].slice(0, keptProjects).join(' '))
}

function offers(): string[] {
  return readStored(key)?.split(' ') ?? []
}
