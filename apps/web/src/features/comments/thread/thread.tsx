import { actionFailed, failureText } from '@pinmark/shared/errors'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useState, type ReactNode } from 'react'
import { ErrorStrip } from '../../../ui/error-strip'
import { lazyComponent } from '../../../ui/lazy-component'
import { LazyBoundary } from '../../../ui/lazy-boundary'
import { useDeleteComment } from '../../review/data/use-delete-comment'
import { useResolve } from '../../review/data/use-resolve'
import type { Edit } from './edit-form'
import { Messages } from './messages'
import { KeptReply } from './kept-reply'
import { ReplyForm } from './reply-form'
import type { Unread } from '../../review/data/use-unread'
import { ThreadBar } from './thread-bar'

const ReplyMailSection = lazyComponent(
  async () => (await import('../reply-mail/reply-mail-section')).ReplyMailSection,
)

export interface ThreadProps {
  project: Project
  thread: Comment
  /** Its position among the shown comments, from 1; null if it is not one of them. */
  position: { at: number; of: number } | null
  /** Whether there are other comments to step to. */
  canStep: boolean
  /** Where the step behind the last comment leads; null before, and if it leads to the first one. */
  nextDesign?: { readonly title: string; readonly words: string } | null
  unread: Unread
  titleId: string
  /** Shown before the messages. */
  above?: ReactNode
  onStep: (step: 1 | -1) => void
  /** Undefined if the pin cannot be moved. */
  onMove?: (() => void) | undefined
  /** Undefined unless it is a region that can be changed. */
  onResize?: (() => void) | undefined
  /** For a region: zooms until it fills the frame. */
  onZoom?: (() => void) | undefined
  /** Called after an open thread was resolved. */
  onResolved: () => void
  onDeleted: () => void
  onClose: () => void
}

/** A comment with its replies and all actions. The bar stays mounted while the user steps from thread to
 *  thread, so that its buttons keep the focus. */
export function Thread(props: ThreadProps) {
  const { project, thread, position, canStep, unread, titleId, onStep, onMove, onResize, onZoom } = props
  const { onResolved, onDeleted, onClose } = props
  const [edit, setEdit] = useState<Edit | null>(null)
  const [mailFor, setMailFor] = useState<string | null>(null)
  useReadWhileShown(thread, unread)
  const resolve = useResolve(project)
  const deletion = useDeleteComment(project._id)
  const isThere = thread.deletedAt === null
  const problem =
    (resolve.variables?.id === thread._id ? resolve.error : null) ??
    ([thread, ...thread.replies].some(({ _id }) => _id === deletion.variables?._id) ? deletion.error : null)

  async function deleteThread() {
    try {
      await deletion.mutateAsync(thread)
    } catch {
      // The thread shows the error, which the mutation keeps.
      return
    }
    // The live event may have come first, so that this thread has left the page.
    onDeleted()
  }

  return (
    <>
      <ThreadBar
        titleId={titleId}
        project={project}
        thread={thread}
        position={position}
        canStep={canStep}
        isPending={resolve.isPending}
        onStep={onStep}
        onResolve={() => resolve.toggle(thread, { onResolved })}
        onZoom={onZoom}
        onEdit={thread.can.edit && isThere ? () => setEdit({ id: thread._id }) : undefined}
        onMove={isThere ? onMove : undefined}
        onResize={isThere ? onResize : undefined}
        onReplyMail={
          project.replyMail && [thread, ...thread.replies].some(({ mine }) => mine)
            ? () => setMailFor(thread._id)
            : undefined
        }
        onDelete={thread.can.delete && isThere ? () => void deleteThread() : undefined}
        onClose={onClose}
      />
      {props.nextDesign && (
        <button
          type="button"
          className="flex min-h-9 flex-none items-center border-b border-line px-4 text-13 text-ink-2 max-md:min-h-11"
          onClick={() => onStep(1)}
        >
          <span className="flex-none">Next design:</span>
          <bdi dir="auto" className="ml-1 truncate text-ink underline">
            {props.nextDesign.title}
          </bdi>
          <span className="flex-none">{`, ${props.nextDesign.words}`}</span>
        </button>
      )}
      {mailFor === thread._id && (
        <LazyBoundary>
          <ReplyMailSection project={project} onClose={() => setMailFor(null)} />
        </LazyBoundary>
      )}
      {props.above}
      <Messages
        key={`messages ${thread._id}`}
        project={project}
        thread={thread}
        isNew={unread.isNew}
        edit={edit}
        onEdit={setEdit}
        onDelete={deletion.mutate}
      />
      {problem && (
        <div className="flex-none px-3 pb-2">
          <ErrorStrip>{failureText(actionFailed, problem)}</ErrorStrip>
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
