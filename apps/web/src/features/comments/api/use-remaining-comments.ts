import { projectSchema, type Project } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../lib/api'
import { withCommentPage } from '../apply-comment-event'

const pageSize = 200

/** Loads the comments that did not fit into the first answer, page by page behind the open project. */
export function useRemainingComments({ _id: projectId, commentsNext }: Project): void {
  const queryClient = useQueryClient()
  const { data: page } = useQuery({
    queryKey: ['project', projectId, 'comments after', commentsNext],
    queryFn: ({ signal }) =>
      api.get(
        `${apiPaths.project(projectId)}?image=none&comments=${pageSize}&after=${commentsNext}`,
        projectSchema,
        { signal },
      ),
    enabled: commentsNext !== null,
    gcTime: 0,
  })
  useEffect(() => {
    if (!page || commentsNext === null) return
    queryClient.setQueryData<Project>(['project', projectId], (project) =>
      project && project.commentsNext === commentsNext ? withCommentPage(project, page) : project,
    )
  }, [page, commentsNext, projectId, queryClient])
}
