import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useLayoutEffect, useRef } from 'react'
import { formatDateTime, formatRelative } from '../../../lib/clock'
import { useNow } from '../../../lib/now'
import { useReplyDrafts } from '../drafts/use-reply-drafts'
import type { Unread } from '../use-unread'
import { Message } from './message'
import { WaitingMessage } from './waiting-message'

interface MessagesProps {
  project: Project
  thread: Comment
  isNew: Unread['isNew']
  editedId: string | null
  onEdit: (messageId: string | null) => void
  onDelete: (message: Comment | Reply) => void
}

/** The messages of a thread, oldest first, scrolled to the newest. */
export function Messages({ project, thread, isNew, editedId, onEdit, onDelete }: MessagesProps) {
  const { waiting } = useReplyDrafts(project.permanentId, thread)
  const body = useNewestInView(thread.replies.length + waiting.length)
  return (
    // Keyboard users can scroll it, even if nothing in it can take the focus.
    <div
      ref={body}
      role="group"
      aria-label="Messages"
      tabIndex={0}
      className="grid min-h-20 flex-1 max-md:min-h-0 content-start gap-3.5 overflow-y-auto overscroll-contain px-4 pt-2.5 pb-3 -outline-offset-2 md:max-h-75"
    >
      {[thread, ...thread.replies].map((message) => (
        <Message
          key={message._id}
          project={project}
          message={message}
          number={thread.number}
          isNew={isNew(message, thread)}
          isRoot={message._id === thread._id}
          isEditing={editedId === message._id}
          onEdit={() => onEdit(message._id)}
          onEditEnd={() => onEdit(null)}
          onDelete={() => onDelete(message)}
        />
      ))}
      {waiting.map((draft) => (
        <WaitingMessage key={draft.key} draft={draft} />
      ))}
      {thread.resolved && <ResolvedLine at={thread.resolved.at} by={thread.resolved.by} />}
    </div>
  )
}

function ResolvedLine({ at, by }: { at: string; by: string }) {
  const now = useNow()
  return (
    <p className="text-13 text-ink-3">
      Resolved by <bdi dir="auto">{by}</bdi>,{' '}
      <time dateTime={at} title={formatDateTime(at)}>
        {formatRelative(at, now)}
      </time>
    </p>
  )
}

/** Scrolls to the last message when the thread opens, and when one is added. */
function useNewestInView(messages: number) {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (body.current) body.current.scrollTop = body.current.scrollHeight
  }, [messages])
  return body
}
