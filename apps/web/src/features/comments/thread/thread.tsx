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
import { useReview, useReviewState } from '../../review/use-review'
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
        thread={thread}
        isPending={resolve.isPending}
        onResolve={() =>
          resolve.mutate(
            { comment: thread, isResolved: thread.resolved === null },
            { onSuccess: () => thread.resolved === null && review.goOn(thread, true) },
          )
        }
        onEdit={() => setEdit({ id: thread._id })}
        onReplyMail={() => setMailFor(thread._id)}
        onDelete={() => void deleteThread()}
      />
      {isToConfirm(thread) && thread.can.resolve && (
        // A person confirms what a tool has resolved. The bar above reopens it.
        <Question
          name={m.filter_to_confirm()}
          words={m.thread_resolved_via({ name: thread.resolved?.via ?? '' })}
        >
          <Button
            size="sm"
            variant="primary"
            pending={resolve.isPending}
            onClick={() => resolve.mutate({ comment: thread, isResolved: true })}
          >
            {m.action_confirm()}
          </Button>
        </Question>
      )}
      {askedAfter === thread._id && thread.resolved !== null && (
        // Asked once, after the first Resolve. The menu of a thread can change the answer.
        <Question name={m.thread_after_resolve()} words={m.thread_after_resolve_ask()}>
          <Button size="sm" onClick={() => review.answerGoOn(false)}>
            {m.answer_no()}
          </Button>
          <Button size="sm" variant="primary" onClick={() => review.answerGoOn(true)}>
            {m.answer_yes()}
          </Button>
        </Question>
      )}
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
        thread={thread}
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

interface QuestionProps {
  name: string
  words: string
  /** Its answers. */
  children: ReactNode
}

/** A question below the bar. */
function Question({ name, words, children }: QuestionProps) {
  return (
    <div
      role="group"
      aria-label={name}
      className="flex flex-none items-center gap-2 border-b border-line py-1.5 pe-2 ps-4 text-13 text-ink-2"
    >
      <p className="me-auto min-w-0 wrap-anywhere">{words}</p>
      {children}
    </div>
  )
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
