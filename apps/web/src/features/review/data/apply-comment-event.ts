import type { Comment, Message, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import type { LiveEvent } from '@pinmark/shared/events'
import type { QueryClient } from '@tanstack/react-query'
import { changeKeptProject, hasNewer, newerThan, noteEvent } from '../../../lib/kept-project'
import { projectKeys, readProject, reloadProject } from '../../../lib/query-keys'

/** The events of a thread. A reply arrives as a change of its thread. */
export type CommentEvent = Extract<LiveEvent, { type: `comment.${string}` }>

/** Applies an event of the live stream. It is newer than the answers to all requests that have begun. */
export function applyCommentEvent(queryClient: QueryClient, projectId: string, event: CommentEvent): void {
  const { _id, replies } =
    event.type === 'comment.removed' ? { _id: event.commentId, replies: [] } : event.comment
  const known = findThread(queryClient, projectId, _id)?.replies ?? []
  for (const id of new Set([_id, ...[...known, ...replies].map((reply) => reply._id)])) noteEvent(id)
  write(queryClient, projectId, event)
}

/** The only function that writes comments to the cached project, whether they come from the visitor's action,
 *  the live stream or a later page. Applying the same event twice changes nothing the second time. */
function write(queryClient: QueryClient, projectId: string, event: CommentEvent): void {
  if (typeof readProject(queryClient, projectId)?.commentsNext === 'number')
    queryClient.setQueryData(projectKeys.earlyEvents(projectId), [
      ...earlyEvents(queryClient, projectId),
      event,
    ])
  changeKeptProject(queryClient, projectId, (project) => withEvent(project, event))
}

interface AnswerOptions {
  type: 'comment.added' | 'comment.changed'
  /** The result of `beginRevision` before the request. */
  at: number
}

/** Writes a thread or reply from an answer of the server to the cached project, unless something newer is known of it. */
export function applyMessage(
  queryClient: QueryClient,
  projectId: string,
  message: Message,
  { type, at }: AnswerOptions,
): void {
  if (isOutdated(queryClient, projectId, message, at)) return
  if (message.parent !== null) return applyReply(queryClient, projectId, message)
  const known = findThread(queryClient, projectId, message._id)?.replies ?? []
  const newer = known.filter(({ _id }) => hasNewer(_id, at))
  const replies = [...message.replies.filter(({ _id }) => !hasNewer(_id, at)), ...newer].toSorted(byTime)
  write(queryClient, projectId, { type, comment: { ...message, replies } })
}

/** Whether an answer is older than what is kept. If another answer overtook it, only the server knows which is newer. */
function isOutdated(queryClient: QueryClient, projectId: string, { _id }: Message, at: number): boolean {
  const newer = newerThan(_id, at)
  if (newer === 'answer') void reloadProject(queryClient, projectId)
  return newer !== null
}

/** Adds or updates a reply in its thread. A new one of a reviewer reopens a resolved thread, as on the
 *  server. */
function applyReply(queryClient: QueryClient, projectId: string, reply: Reply): void {
  const thread = findThread(queryClient, projectId, reply.parent)
  if (!thread) return
  const isKnown = thread.replies.some(({ _id }) => _id === reply._id)
  const replies = isKnown
    ? thread.replies.map((old) => (old._id === reply._id ? reply : old))
    : [...thread.replies, reply].toSorted(byTime)
  const comment = { ...thread, replies, ...(!isKnown && !reply.byOwner && { resolved: null }) }
  write(queryClient, projectId, { type: 'comment.changed', comment })
}

/** Removes a deleted comment or reply. A thread with replies stays, without its text. */
export function applyDeletion(
  queryClient: QueryClient,
  projectId: string,
  message: Message,
  { deletedAt, at }: { deletedAt: string; at: number },
): void {
  if (isOutdated(queryClient, projectId, message, at)) return
  const { _id, parent } = message
  const thread = findThread(queryClient, projectId, parent ?? _id)
  if (!thread) return
  const comment =
    parent === null
      ? { ...thread, text: '', deletedAt }
      : { ...thread, replies: thread.replies.filter((reply) => reply._id !== _id) }
  const isEmpty = comment.deletedAt !== null && comment.replies.length === 0
  write(
    queryClient,
    projectId,
    isEmpty ? { type: 'comment.removed', commentId: comment._id } : { type: 'comment.changed', comment },
  )
}

function findThread(queryClient: QueryClient, projectId: string, threadId: string): Comment | undefined {
  return readProject(queryClient, projectId)?.comments.find(({ _id }) => _id === threadId)
}

function withEvent(project: Project, event: CommentEvent): Project {
  if (event.type === 'comment.removed') {
    return withComments(
      project,
      project.comments.filter(({ _id }) => _id !== event.commentId),
    )
  }
  const others = project.comments.filter(({ _id }) => _id !== event.comment._id)
  const isKnown = others.length < project.comments.length
  // The comment is on a page that is not loaded yet, and that may have been read before this event.
  // `applyCommentPage` applies the event again.
  if (event.type === 'comment.changed' && !isKnown && project.commentsNext !== null) return project
  return withComments(project, [...others, event.comment].toSorted(byNumber))
}

type CommentPage = Pick<Project, 'comments' | 'commentsNext'>

/** Adds another page of comments to the cached project, unless the project was reloaded since the request.
 *  Then it applies the events since the request again, because the page may be older than them.
 *  @param after the last number that the project had */
export function applyCommentPage(
  queryClient: QueryClient,
  projectId: string,
  { after, page }: { after: number; page: CommentPage },
): void {
  const queryKey = projectKeys.project(projectId)
  const project = readProject(queryClient, projectId)
  if (project?.commentsNext !== after) return
  const filled = earlyEvents(queryClient, projectId).reduce(withEvent, withCommentPage(project, page))
  if (filled.commentsNext !== null) return void queryClient.setQueryData(queryKey, filled)
  queryClient.setQueryData(queryKey, { ...filled, stats: countThreads(filled.comments) })
  queryClient.removeQueries({ queryKey: projectKeys.earlyEvents(projectId) })
}

const earlyEvents = (queryClient: QueryClient, projectId: string) =>
  queryClient.getQueryData<readonly CommentEvent[]>(projectKeys.earlyEvents(projectId)) ?? []

/** Known comments keep their state, which is newer. */
function withCommentPage(project: Project, page: CommentPage): Project {
  const known = new Set(project.comments.map(({ _id }) => _id))
  const added = page.comments.filter(({ _id }) => !known.has(_id))
  return {
    ...project,
    comments: [...project.comments, ...added].toSorted(byNumber),
    commentsNext: page.commentsNext,
  }
}

/** The counts change by the difference while the comments of later pages have not loaded. The server reads the counts and
 *  the comments one after the other, so a comment that is stored in between may be missing in the counts. */
function withComments(project: Project, comments: Comment[]): Project {
  if (project.commentsNext === null) return { ...project, comments, stats: countThreads(comments) }
  const before = countThreads(project.comments)
  const after = countThreads(comments)
  return {
    ...project,
    comments,
    stats: {
      open: project.stats.open + after.open - before.open,
      total: project.stats.total + after.total - before.total,
    },
  }
}

function countThreads(comments: Comment[]): Project['stats'] {
  const counted = comments.filter(({ deletedAt }) => deletedAt === null)
  return { open: counted.filter(({ resolved }) => resolved === null).length, total: counted.length }
}

function byNumber(one: Comment, other: Comment): number {
  return one.number - other.number
}

function byTime(one: Reply, other: Reply): number {
  return Date.parse(one.createdAt) - Date.parse(other.createdAt)
}
