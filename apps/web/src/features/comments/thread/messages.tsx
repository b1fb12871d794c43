import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useLayoutEffect, useRef } from 'react'
import { formatDateTime, formatRelative } from '../../../lib/clock'
import { useNow } from '../../../lib/now'
import { useReplyDrafts } from '../drafts/use-reply-drafts'
import type { Unread } from '../use-unread'
import type { Edit } from './edit-form'
import { Message } from './message'
import { WaitingMessage } from './waiting-message'

interface MessagesProps {
  project: Project
  thread: Comment
  isNew: Unread['isNew']
  edit: Edit | null
  onEdit: (edit: Edit | null) => void
  onDelete: (message: Comment | Reply) => void
}

/** The messages of a thread, oldest first, scrolled to the newest. */
export function Messages({ project, thread, isNew, edit, onEdit, onDelete }: MessagesProps) {
  const { waiting } = useReplyDrafts(project.permanentId, thread)
  const isOwn = waiting.length > 0 || thread.replies.at(-1)?.mine === true
  const body = useNewestInView(thread.replies.length + waiting.length, isOwn)
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
          edit={edit?.id === message._id ? edit : null}
          onEdit={() => onEdit({ id: message._id })}
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

/** Shows the last message when the thread opens, and when one is added by the visitor or while the end is in view.
 *  Otherwise the visitor keeps the place that they read. */
function useNewestInView(count: number, isOwn: boolean) {
  const body = useRef<HTMLDivElement>(null)
  /** Null until the thread is open. */
  const lastCount = useRef<number>(null)
  useLayoutEffect(() => {
    const before = lastCount.current
    lastCount.current = count
    const list = body.current
    if (!list || count <= (before ?? 0)) return
    // The first message stands before the counted ones.
    const added = before === null ? undefined : list.children[before + 1]
    if (isOwn || !added || isNearView(added, list)) showNewest(list)
  })
  return body
}

/** Scrolls to the end, or to the beginning of the last message if it is higher than the list. */
function showNewest(list: Element): void {
  list.scrollTop = list.scrollHeight
  const last = [...list.querySelectorAll('article')].at(-1)
  const topPx = list.getBoundingClientRect().top + aboveFirstPx
  if (last) list.scrollTop -= Math.max(0, topPx - last.getBoundingClientRect().top)
}

/** Whether a message begins in view, or close below. Measured and not remembered from the last scrolling, because
 *  opening a long text moves the end without any. */
function isNearView(message: Element, list: Element): boolean {
  return message.getBoundingClientRect().top < list.getBoundingClientRect().bottom + nearEndPx
}

/** The room above the first message. */
const aboveFirstPx = 10

/** About two lines: the end moves this far when a field below the list grows. */
const nearEndPx = 48
