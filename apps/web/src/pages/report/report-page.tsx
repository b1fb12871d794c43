import { exportFilterSchema, type ExportFilter } from '@pinmark/shared/entities/export'
import { AppError, failureText } from '@pinmark/shared/errors'
import { pageMessages } from '@pinmark/shared/messages'
import { pagePaths } from '@pinmark/shared/paths'
import { useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useAllComments, useNextPage } from '../../features/comments/api/use-all-comments'
import { LaterCommentsFailed } from '../../features/comments/list/later-comments-failed'
import { useProject } from '../../features/projects/api/use-project'
import type { Project } from '@pinmark/shared/entities/project'
import { Button, buttonClass } from '../../ui/button'
import { StatePage } from '../../ui/state-page'
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
  if (error instanceof AppError && error.status < 500) {
    // The project page says why, and asks for a password if needed.
    return (
      <StatePage
        title={error.status === 404 ? pageMessages.projectNotFound : 'The report could not be opened'}
        text="Open the project itself to see why."
        action={
          <Link to={pagePaths.project(projectId)} className={buttonClass({})}>
            Open the project
          </Link>
        }
      />
    )
  }
  if (error) {
    return (
      <StatePage
        title={pageMessages.projectFailed}
        text={failureText('The connection broke on the way. Nothing was lost.', error)}
        action={
          <Button pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  return <Waiting words={isLate ? pageMessages.projectLoading : ''} />
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
  if (project.commentsNext !== null) return <Waiting words={`Loading comments: ${comments.length} so far`} />
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
