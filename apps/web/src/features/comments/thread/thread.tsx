import { isToConfirm } from '@pinmark/shared/comment-filter'
import { failureText } from '@pinmark/shared/page-errors'
import type { Comment } from '@pinmark/shared/entities/comment'
import { m } from '@pinmark/words/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button'
import { ErrorStrip } from '../../../ui/error-strip'
import { LazyBoundary, lazyComponent } from '../../../ui/lazy'
import { resolveComment } from '../../review/data/comment-calls'
import { useDeleteComment } from '../../review/data/thread-calls'
import { useReview, useReviewState, type Review } from '../../review/use-review'
import type { Edit } from './edit-form'
import { Messages } from './messages'
import { KeptReply } from '../kept-note'
import { ReplyForm } from './reply-form'
import type { Unread } from '../../review/data/use-unread'
import { ThreadBar } from './thread-bar'
import { rich } from '../../../ui/rich'

const ReplyMailSection = lazyComponent(
  async () => (await import('../reply-mail/reply-mail')).ReplyMailSection,
)

export interface ThreadProps {
  thread: Comment
  titleId: string
  /** Shown before the messages. */
  above?: ReactNode
}

/** A comment with its replies and all actions. The bar stays mounted while the user steps from thread to
 *  thread, so that its buttons keep the focus. */
export function Thread({ thread, titleId, above }: ThreadProps) {
  const review = useReview()
  const { part: project, position, nextDesign, unread, walk, closeThread } = review
  const askedAfter = useReviewState((state) => state.askedAfter)
  const [edit, setEdit] = useState<Edit | null>(null)
  const barMenu = useRef<HTMLButtonElement>(null)
  const [mailFor, setMailFor] = useState<string | null>(null)
  useReadWhileShown(thread, unread)
  const queryClient = useQueryClient()
  const resolve = useMutation({
    mutationFn: ({ comment, isResolved }: { comment: Comment; isResolved: boolean }) =>
      resolveComment(queryClient, project, comment, isResolved),
  })
  const deletion = useDeleteComment(project._id, review)
  const isThere = thread.deletedAt === null
  const problem =
    (resolve.variables?.comment._id === thread._id ? resolve.error : null) ??
    ([thread, ...thread.replies].some(({ _id }) => _id === deletion.variables?._id) ? deletion.error : null)

  async function deleteThread() {
    try {
      await deletion.mutateAsync(thread)
    } catch {
      // The thread shows the error, which the mutation keeps.
      return
    }
    // The live event may have come first, so that this thread has left the page.
    closeThread()
  }

  return (
    <>
      <ThreadBar
        titleId={titleId}
        menu={barMenu}
        project={project}
        thread={thread}
        position={position}
        canStep={review.rows.some(({ key }) => key !== thread._id) || nextDesign !== null}
        isPending={resolve.isPending}
        onStep={(step) => walk(step, true)}
        onResolve={() =>
          resolve.mutate(
            { comment: thread, isResolved: thread.resolved === null },
            { onSuccess: () => thread.resolved === null && review.goOn(thread, true) },
          )
        }
        {...placeActionsOf(review, thread)}
        onEdit={thread.can.edit && isThere ? () => setEdit({ id: thread._id }) : undefined}
        onReplyMail={
          project.replyMail && [thread, ...thread.replies].some(({ mine }) => mine)
            ? () => setMailFor(thread._id)
            : undefined
        }
        onDelete={thread.can.delete && isThere ? () => void deleteThread() : undefined}
        onClose={closeThread}
      />
      {isToConfirm(thread) && thread.can.resolve && (
        <ConfirmQuestion
          via={thread.resolved?.via ?? ''}
          isPending={resolve.isPending}
          onConfirm={() => resolve.mutate({ comment: thread, isResolved: true })}
        />
      )}
      {askedAfter === thread._id && thread.resolved !== null && <GoOnQuestion onAnswer={review.answerGoOn} />}
      {nextDesign && (position === null || position.at === position.of) && (
        <button
          type="button"
          className="flex min-h-9 flex-none items-center border-b border-line px-4 text-13 text-ink-2 max-md:min-h-11"
          onClick={() => walk(1, true)}
        >
          {rich(
            ({ design }) => m.thread_next_design({ design, words: nextDesign.words }),
            {
              design: (
                <bdi dir="auto" className="ms-1 truncate text-ink underline">
                  {nextDesign.design.title}
                </bdi>
              ),
            },
            (words) => (
              <span className="flex-none">{words.trim()}</span>
            ),
          )}
        </button>
      )}
      {mailFor === thread._id && (
        <LazyBoundary>
          <ReplyMailSection project={project} onClose={() => setMailFor(null)} />
        </LazyBoundary>
      )}
      {above}
      <Messages
        key={`messages ${thread._id}`}
        project={project}
        thread={thread}
        isNew={unread.isNew}
        barMenu={barMenu}
        edit={edit}
        onEdit={setEdit}
        onDelete={deletion.mutate}
      />
      {problem && (
        <div className="flex-none px-3 pb-2">
          <ErrorStrip>{failureText(m.action_failed(), problem)}</ErrorStrip>
        </div>
      )}
      {isThere &&
        (project.can.comment ? (
          <ReplyForm key={`reply ${thread._id}`} project={project} thread={thread} />
        ) : (
          <KeptReply project={project} thread={thread} />
        ))}
    </>
  )
}

interface ConfirmQuestionProps {
  via: string
  isPending: boolean
  onConfirm: () => void
}

/** Asks a person whether what a tool resolved is done. The bar above reopens it. */
function ConfirmQuestion({ via, isPending, onConfirm }: ConfirmQuestionProps) {
  return (
    <div
      role="group"
      aria-label={m.filter_to_confirm()}
      className="flex flex-none items-center gap-2 border-b border-line py-1.5 pe-2 ps-4 text-13 text-ink-2"
    >
      <p className="me-auto min-w-0 wrap-anywhere">{m.thread_resolved_via({ name: via })}</p>
      <Button size="sm" variant="primary" pending={isPending} onClick={onConfirm}>
        {m.action_confirm()}
      </Button>
    </div>
  )
}

/** Asked once, after the first Resolve. The menu of a thread can change the answer. */
function GoOnQuestion({ onAnswer }: { onAnswer: (showsNext: boolean) => void }) {
  return (
    <div
      role="group"
      aria-label={m.thread_after_resolve()}
      className="flex flex-none items-center gap-2 border-b border-line py-1.5 pe-2 ps-4 text-13 text-ink-2"
    >
      <p className="me-auto">{m.thread_after_resolve_ask()}</p>
      <Button size="sm" onClick={() => onAnswer(false)}>
        {m.answer_no()}
      </Button>
      <Button size="sm" variant="primary" onClick={() => onAnswer(true)}>
        {m.answer_yes()}
      </Button>
    </div>
  )
}

/** What can be done with the place of a thread; undefined if it is not allowed. */
function placeActionsOf({ selected, pins, shown, ...review }: Review, thread: Comment) {
  const { _id: key, deletedAt, can, version } = thread
  const { point = null, region = null } = selected ?? {}
  const area = point && region ? { ...point, ...region } : null
  const canMove = deletedAt === null && pins.find((pin) => pin.key === key)?.canMove === true
  return {
    onMove: canMove && point ? () => review.beginMove(key, point) : undefined,
    onResize: canMove && area ? () => review.beginResize(key, area) : undefined,
    // The strokes of a comment from an older version stay as they were drawn.
    onDraw:
      point && can.edit && deletedAt === null && version === shown.version._id
        ? () => review.beginDraw('arrow', key, point)
        : undefined,
    onZoom: area ? () => review.zoomToRegion(area) : undefined,
  }
}

/** An open thread is read, with what arrives in it, as soon as the page is visible. */
function useReadWhileShown(thread: Comment, { isNewThread, markRead }: Unread): void {
  const isNew = isNewThread(thread)
  useEffect(() => {
    if (!isNew) return
    const look = () => {
      if (!document.hidden) markRead(thread)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isNew, thread, markRead])
}
