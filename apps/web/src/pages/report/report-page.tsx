import { exportFilterSchema, type ExportFilter } from '@pinmark/shared/entities/export'
import type { Project } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/page-errors'
import { pagePaths } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { useMemo } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useAllComments, useNextPage } from '../../features/review/data/use-all-comments'
import { LaterCommentsFailed } from '../../features/comments/list/later-comments-failed'
import { useProject } from '../../features/projects/use-project'
import { ProjectFailed } from '../../features/projects/project-failed'
import { useDelayed } from '../../ui/use-delayed'
import { ReportView } from './report-view'
import './report.css'

/** `/project/{projectId}/report`: the printable report of a project. The query string selects the comments,
 *  as in an export. */
export function ReportPage() {
  const { projectId = '' } = useParams()
  // A project that is loaded again has only its first comments. The report would wait for the others again.
  const { data, error, isFetching, refetch } = useProject(projectId, { refetchOnWindowFocus: false })
  const project = useMemo(() => data && { ...data, _id: projectId }, [data, projectId])
  const isLate = useDelayed(true)
  if (project) return <LoadedReport project={project} />
  if (error instanceof AppError && (error.status === 404 || error.code === 'link_locked')) {
    // The project page says why, and asks for a password if needed.
    return <Navigate to={pagePaths.project(projectId)} replace />
  }
  if (error) return <ProjectFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  return <Waiting words={isLate ? m.project_loading() : ''} />
}

function LoadedReport({ project }: { project: Project }) {
  const comments = useAllComments(project)
  const { isError } = useNextPage(project)
  const filter = useFilter()
  const shown = useMemo(
    () => comments.filter(({ deletedAt, replies }) => deletedAt === null || replies.length > 0),
    [comments],
  )
  if (isError) return <LaterCommentsFailed project={project} />
  if (project.commentsNext !== null) return <Waiting words={m.report_loading({ count: comments.length })} />
  return <ReportView project={project} comments={shown} filter={filter} />
}

/** The filter in the query string, without its invalid parts. */
function useFilter(): ExportFilter {
  const [search] = useSearchParams()
  const text = search.toString()
  return useMemo(() => {
    const entries = [...new URLSearchParams(text)].filter(([name, value]) => {
      return exportFilterSchema.safeParse({ [name]: value }).success
    })
    return exportFilterSchema.parse(Object.fromEntries(entries))
  }, [text])
}

function Waiting({ words }: { words: string }) {
  return (
    <p role="status" className="report-waiting">
      {words}
    </p>
  )
}
