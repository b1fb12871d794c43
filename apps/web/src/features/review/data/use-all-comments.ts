import * as projectsApi from '@pinmark/shared/api/projects'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../lib/api'
import { projectKeys } from '../../../lib/query-keys'
import { applyCommentPage } from './apply-comment-event'

/** The comments of a project. Those beyond the first answer are loaded page by page in the background. When
 *  the project is reloaded, later ones stay unchanged until their page has loaded again. */
export function useAllComments(project: Project): readonly Comment[] {
  useFurtherPages(project)
  const { comments, commentsNext } = project
  const [complete, setComplete] = useState(comments)
  if (commentsNext === null && complete !== comments) setComplete(comments)
  return useMemo(() => {
    if (commentsNext === null) return comments
    const known = new Set(comments.map(({ _id }) => _id))
    return [...comments, ...complete.filter(({ _id, number }) => number > commentsNext && !known.has(_id))]
  }, [comments, commentsNext, complete])
}

/** Loads the page of comments after those that the project has. */
export function useNextPage({ _id: projectId, commentsNext }: Project) {
  return useQuery({
    queryKey: projectKeys.commentsAfter(projectId, commentsNext),
    queryFn: ({ signal }) =>
      call(projectsApi.openProject, {
        params: { projectId },
        query: { image: 'none', comments: limits.commentsPage.max, after: commentsNext ?? 0 },
        signal,
      }),
    enabled: commentsNext !== null,
    gcTime: 0,
    // The parts of a page that show the failure would otherwise repeat the request when they appear.
    retryOnMount: false,
    // Off by default with `networkMode: 'always'`.
    refetchOnReconnect: true,
  })
}

function useFurtherPages(project: Project): void {
  const { _id: projectId, commentsNext } = project
  const queryClient = useQueryClient()
  const { data: page } = useNextPage(project)
  useEffect(() => {
    if (!page || commentsNext === null) return
    applyCommentPage(queryClient, projectId, { after: commentsNext, page })
  }, [page, commentsNext, projectId, queryClient])
}
