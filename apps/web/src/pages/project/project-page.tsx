import { AppError } from '@pinmark/shared/page-errors'
import { pageRoutes } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import { Suspense, useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useProject } from '../../features/projects/use-project'
import { ProjectFailed } from '../../features/projects/project-failed'
import { useTitle } from '../../lib/title'
import { buttonClass } from '../../ui/button'
import { isFirstPaintThere } from '../../ui/first-paint'
import { lazyComponent } from '../../ui/lazy'
import { StatePage } from '../../ui/state-page'
import { useDelayed } from '../../ui/use-delayed'
import { ProjectView } from './project-view'
import './first-paint.css'

const LinkGate = lazyComponent(async () => (await import('./link-ended')).LinkGate)
const LinkEnded = lazyComponent(async () => (await import('./link-ended')).LinkEnded)

/** `/project/{projectId}`: open to anyone with the link. */
export function ProjectPage() {
  const { projectId = '' } = useParams()
  const { data, error, isFetching, refetch } = useProject(projectId)
  // Further calls use the id in the address, which is also the cache key. For an owner who opened the page by
  // a link, it differs from the permanent id.
  const project = useMemo(() => data && { ...data, _id: projectId }, [data, projectId])

  // A page that is open stays, even if a later call fails, so that no unsent words are lost.
  if (project) {
    return (
      <ProjectView
        key={project.permanentId}
        project={project}
        goneBy={isGone(error) ? error : null}
        onRetry={() => void refetch()}
      />
    )
  }
  if (isGone(error)) {
    const { code, endedAt } = error
    if (code !== 'link_locked' && code !== 'link_ended') return <ProjectNotFound />
    return (
      <Suspense fallback={<ProjectLoading />}>
        {code === 'link_locked' ? (
          <LinkGate projectId={projectId} onOpen={refetch} />
        ) : (
          <LinkEnded endedAt={endedAt} />
        )}
      </Suspense>
    )
  }
  if (error) return <ProjectFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  return <ProjectLoading />
}

/** Whether the server says that the project does not exist, or not for this visitor. */
function isGone(error: Error | null): error is AppError {
  return error instanceof AppError && (error.status === 404 || error.code === 'link_locked')
}

/** After a short delay, the loading text, and the frame at its later place, so that nothing moves when it
 *  loads. Not visible under the first paint of the server, which shows the same. */
function ProjectLoading() {
  const isLate = useDelayed(!isFirstPaintThere())
  return (
    <div className="project-loading">
      <div className="flex h-[97px] items-center bg-surface px-6 max-md:px-4">
        <div role="status" className="text-ink-2">
          {isLate && <h1>{m.project_loading()}</h1>}
        </div>
      </div>
      <div className="border-t border-line">
        <div className="h-(--pm-bar-h) bg-surface max-md:hidden" />
        <div className="canvas-frame" />
      </div>
    </div>
  )
}

function ProjectNotFound() {
  useTitle(m.project_not_found())
  return (
    <StatePage
      title={m.project_not_found()}
      text={m.project_not_found_words()}
      action={
        <Link to={pageRoutes.dashboard} className={buttonClass({})}>
          {m.back_to_start()}
        </Link>
      }
    />
  )
}
