import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import type { LiveEvent } from '@pinmark/shared/events'
import type { QueryClient } from '@tanstack/react-query'

/** What can happen to a thread; a reply arrives as a change of the thread it stands in. */
export type CommentEvent = Extract<LiveEvent, { type: `comment.${string}` }>

/** The one way a comment gets into the cached project, whether from my click, the live stream or a later page.
 *  Applying the same event twice changes nothing the second time. */
export function applyCommentEvent(queryClient: QueryClient, projectId: string, event: CommentEvent): void {
  const queryKey = ['project', projectId]
  // An answer that left the server before this event would take the comment away again.
  const isLoading = queryClient.isFetching({ queryKey, exact: true }) > 0
  queryClient.setQueryData<Project>(queryKey, (project) => project && withEvent(project, event))
  if (isLoading) void queryClient.invalidateQueries({ queryKey, exact: true })
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
  // It stands on a page that is still to come, and is counted already.
  if (event.type === 'comment.changed' && !isKnown && project.commentsNext !== null) return project
  return withComments(project, [...others, event.comment].toSorted(byNumber))
}

/** Adds a further page of comments; those known already keep the state they have, which is the newer one. */
export function withCommentPage(project: Project, page: Pick<Project, 'comments' | 'commentsNext'>): Project {
  const known = new Set(project.comments.map(({ _id }) => _id))
  const added = page.comments.filter(({ _id }) => !known.has(_id))
  return {
    ...project,
    comments: [...project.comments, ...added].toSorted(byNumber),
    commentsNext: page.commentsNext,
  }
}

/** The counts follow by difference, because the comments of later pages may not be here yet. */
function withComments(project: Project, comments: Comment[]): Project {
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
