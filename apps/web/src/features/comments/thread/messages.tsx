import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { formatDateTime, formatRelative, useNow } from '../../../lib/clock'
import { Button } from '../../../ui/button'
import { edgePx } from '../composer/use-popup-place'
import { useReplyDrafts } from '../../review/drafts/draft-store'
import type { Unread } from '../../review/data/use-unread'
import { useReview } from '../../review/use-review'
import type { Edit } from './edit-form'
import { Message, WaitingMessage } from './message'
import { Name, rich } from '../../../ui/rich'
import { personName } from '../../../lib/format'

interface MessagesProps {
  thread: Comment
  barMenu: RefObject<HTMLButtonElement | null>
  edit: Edit | null
  onEdit: (edit: Edit | null) => void
  onDelete: (message: Comment | Reply) => void
}

/** The messages of a thread, oldest first. It opens at the comment. Replies that are new and out of view are counted at
 *  the lower edge. */
export function Messages({ thread, barMenu, edit, onEdit, onDelete }: MessagesProps) {
  const { part: project, unread } = useReview()
  const { waiting, written } = useReplyDrafts(project.permanentId, thread)
  const body = useRef<HTMLDivElement>(null)
  const newKeys = useNewReplies(thread, unread.isNew)
  useKeptPlace(body, thread.replies, waiting.length)
  useOpening(body, newKeys[0])
  return (
    // Keyboard users can scroll it, even if nothing in it can take the focus.
    <div
      ref={body}
      role="group"
      aria-label={m.messages_label()}
      tabIndex={0}
      className="grid min-h-20 flex-1 max-md:min-h-0 content-start gap-3.5 overflow-y-auto overscroll-contain px-4 pt-2.5 pb-3 -outline-offset-2 md:max-h-[60dvh]"
    >
      {[thread, ...thread.replies].map((message) => (
        <Message
          key={message._id}
          message={message}
          thread={thread}
          barMenu={message._id === thread._id ? barMenu : null}
          edit={edit?.id === message._id ? edit : null}
          onEdit={() => onEdit({ id: message._id })}
          onEditEnd={() => onEdit(null)}
          onDelete={() => onDelete(message)}
        />
      ))}
      {waiting.map((draft) => (
        <WaitingMessage
          key={draft.key}
          permanentId={project.permanentId}
          draft={draft}
          canEdit={written === null && project.can.comment}
        />
      ))}
      {thread.resolved && <ResolvedLine at={thread.resolved.at} by={personName(thread.resolved.by)} />}
      <RepliesBelow body={body} newKeys={newKeys} />
    </div>
  )
}

function ResolvedLine({ at, by }: { at: string; by: string }) {
  const now = useNow()
  return (
    <p className="text-13 text-ink-3">
      {rich(m.thread_resolved_by, {
        name: <Name>{by}</Name>,
        date: (
          <time dateTime={at} title={formatDateTime(at)}>
            {formatRelative(at, now)}
          </time>
        ),
      })}
    </p>
  )
}

/** The replies that were new when the thread opened or have arrived since, in their order. */
function useNewReplies(thread: Comment, isNew: Unread['isNew']): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([])
  // An open thread is marked as read, and what was new has to stay known.
  const added = thread.replies.filter((reply) => isNew(reply, thread) && !known.includes(reply._id))
  if (added.length === 0) return known
  const all = [...known, ...added.map(({ _id }) => _id)]
  setKnown(all)
  return all
}

/** Opens a thread at its comment, or at its first new reply if the first line of the comment stays in view. */
function useOpening(body: RefObject<HTMLElement | null>, firstNew: string | undefined): void {
  const hasOpened = useRef(false)
  useLayoutEffect(() => {
    const list = body.current
    if (hasOpened.current || !list) return
    hasOpened.current = true
    const reply = firstNew === undefined ? null : messageOf(list, firstNew)
    const beginning = list.querySelector('p')
    if (!reply || !beginning) return
    const { top, bottom } = list.getBoundingClientRect()
    const neededPx = Math.min(reply.getBoundingClientRect().top + beginningPx, endOf(list)) - bottom
    const roomPx = beginning.getBoundingClientRect().top - top
    if (neededPx <= roomPx) list.scrollTo({ top: Math.max(0, neededPx) })
  }, [body, firstNew])
}

/** Shows an own message when it is added. A message of another person moves nothing: a popup at the lower edge of the
 *  window would move up when it grows, so it keeps its height. */
function useKeptPlace(
  body: RefObject<HTMLElement | null>,
  replies: readonly Reply[],
  waitingCount: number,
): void {
  const ownCount = replies.filter(({ mine }) => mine).length + waitingCount
  const before = useRef({ count: replies.length, ownCount })
  const heightPx = useRef(0)
  useLayoutEffect(() => {
    const list = body.current
    if (!list) return undefined
    const observer = new ResizeObserver(() => (heightPx.current = list.offsetHeight))
    observer.observe(list)
    return () => observer.disconnect()
  }, [body])
  useLayoutEffect(() => {
    const { count, ownCount: ownBefore } = before.current
    before.current = { count: replies.length, ownCount }
    const list = body.current
    if (!list) return
    if (ownCount > ownBefore) {
      list.style.removeProperty('max-height')
      showNewest(list)
    } else if (replies.length > count) {
      const popup = list.closest('.popup-body')
      if (popup && popup.getBoundingClientRect().bottom > window.innerHeight - edgePx)
        list.style.setProperty('max-height', `${heightPx.current}px`)
    }
  }, [body, replies, ownCount])
}

interface RepliesBelowProps {
  body: RefObject<HTMLElement | null>
  newKeys: readonly string[]
}

/** `2 new replies`, until they have been in view. A press scrolls to the first one. */
function RepliesBelow({ body, newKeys }: RepliesBelowProps) {
  const [below, setBelow] = useState<readonly string[]>([])
  useEffect(() => {
    const list = body.current
    if (!list) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isBelow = new Map(entries.map(({ target, isIntersecting }) => [target, !isIntersecting]))
        setBelow((known) =>
          newKeys.filter((key) => {
            const message = messageOf(list, key)
            return message ? (isBelow.get(message) ?? known.includes(key)) : false
          }),
        )
      },
      // The beginning of a message is in view, and not only its edge.
      { root: list, rootMargin: `0px 0px -${beginningPx}px` },
    )
    for (const key of newKeys) {
      const message = messageOf(list, key)
      if (message) observer.observe(message)
    }
    return () => observer.disconnect()
  }, [body, newKeys])
  const [first] = below
  if (first === undefined) return null
  return (
    <Button
      size="sm"
      className="replies-below"
      onClick={() => {
        const list = body.current
        const message = list && messageOf(list, first)
        if (message) list.scrollBy({ top: message.getBoundingClientRect().top - topOf(list) })
        setBelow([])
        list?.focus({ preventScroll: true })
      }}
    >
      <ArrowDown />
      <span>{m.count_new_replies({ count: below.length })}</span>
    </Button>
  )
}

/** Scrolls to the end, or to the beginning of the last message if it is higher than the list. */
function showNewest(list: Element): void {
  list.scrollTop = list.scrollHeight
  const last = [...list.querySelectorAll('article')].at(-1)
  if (last) list.scrollTop -= Math.max(0, topOf(list) - last.getBoundingClientRect().top)
}

function messageOf(list: Element, key: string): Element | null {
  return list.querySelector(`[data-message="${key}"]`)
}

/** Where a message begins that is scrolled to the upper edge. */
const topOf = (list: Element) => list.getBoundingClientRect().top + aboveFirstPx

/** The lower edge of the content, in CSS pixels of the window. */
const endOf = (list: Element) => list.getBoundingClientRect().top - list.scrollTop + list.scrollHeight

/** The room above the first message. */
const aboveFirstPx = 10

/** The name and the first line of a message. */
const beginningPx = 56
