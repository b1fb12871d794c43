import { failureText } from '@pinmark/shared/page-errors'
import { pageMessages } from '@pinmark/shared/page-messages'
import { useEffect, useRef, useState } from 'react'
import { useProjects } from '../../features/projects/api/use-projects'
import { forgetKeptProject, readKeptProject } from '../../features/projects/kept-project'
import { readSession } from '../../lib/session'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { CropMarks } from '../../ui/crop-marks'
import { StatePage } from '../../ui/state-page'
import { useFileArrival } from '../../ui/use-file-arrival'
import { DashboardDialogs, type OpenDialog } from './dashboard-dialogs'
import { DashboardHead } from './dashboard-head'
import { EmptyDashboard } from './empty-dashboard'
import { LoadingProjects } from './loading-projects'
import { ProjectGrid } from './project-grid'
import { RecentlyDeleted } from './recently-deleted'
import { useFocusAfterRemoval } from './use-focus-after-removal'
import { useProjectView } from './use-project-view'
import './dashboard.css'

/** The page My Projects. */
export function DashboardPage() {
  const { data: projects, error, isFetching, refetch } = useProjects()
  useTitle(
    'My Projects',
    projects?.reduce((sum, { stats }) => sum + stats.new, 0),
  )
  const [dialog, setDialog] = useState<OpenDialog | null>(dialogKeptThroughLogin)
  useEffect(forgetKeptProject, [])
  const view = useProjectView(projects)
  const isDragging = useFileArrival({
    onFiles: (images) => setDialog({ kind: 'create', images }),
    disabled: dialog !== null,
  })
  const page = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(page)
  const handleCreate = () => setDialog({ kind: 'create', images: [] })

  return (
    <div ref={page} className="dashboard">
      <DashboardHead
        projects={projects}
        view={view}
        hasCreate={projects ? projects.length > 0 : error !== null}
        onCreate={handleCreate}
      />
      {!projects && !error && <LoadingProjects />}
      {!projects && error && (
        <StatePage
          look="bare"
          title={pageMessages.listFailed}
          text={failureText('The server did not answer. Your projects are safe.', error)}
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {projects?.length === 0 && <EmptyDashboard onCreate={handleCreate} />}
      {projects && projects.length > 0 && <ProjectGrid view={view} onDialog={setDialog} />}
      {projects && <RecentlyDeleted />}
      <DashboardDialogs dialog={dialog} onDialog={setDialog} onClose={() => setDialog(null)} />
      {isDragging && (
        <div aria-hidden className="drop-veil">
          <div className="relative grid place-items-center">
            <CropMarks />
            <p className="text-20 font-[620]">Drop the image to create a project</p>
          </div>
        </div>
      )}
    </div>
  )
}

/** Reopens the Create dialog if the end of a login had closed it. */
function dialogKeptThroughLogin(): OpenDialog | null {
  const kept = readKeptProject(readSession()?.user._id)
  return kept && { kind: 'create', name: kept.name, images: kept.image ? [kept.image, ...kept.more] : [] }
}
