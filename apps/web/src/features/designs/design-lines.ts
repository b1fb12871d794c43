import * as designsApi from '@pinmark/shared/api/designs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api'
import { projectKeys } from '../../lib/query-keys'

/** The text in a version of a design, which never changes. */
export function linesOf(projectId: string, designId: string, versionId: string) {
  return queryOptions({
    queryKey: projectKeys.lines(projectId, versionId),
    queryFn: ({ signal }) =>
      call(designsApi.listLines, { params: { projectId, designId, versionId }, signal }),
    staleTime: Infinity,
    retry: false,
  })
}

/** The lines with these words on the newest versions. */
export function textsWith(projectId: string, search: string) {
  return queryOptions({
    queryKey: projectKeys.texts(projectId, search),
    queryFn: ({ signal }) => call(designsApi.findTexts, { params: { projectId }, query: { search }, signal }),
    retry: false,
  })
}
