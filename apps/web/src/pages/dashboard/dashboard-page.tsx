import { failureText } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDeletedProjects, useProjects } from '../../features/projects/use-project'
import { forgetKeptProject, readKeptProject } from '../../features/projects/kept-project'
import { readSession } from '../../lib/session'
import { useTitle } from '../../lib/title'
import { Button } from '../../ui/button'
import { CropMarks, Pin } from '../../ui/signs'
import { LazyBoundary, lazyParts } from '../../ui/lazy'
import { StatePage } from '../../ui/state-page'
import { useFileArrival } from '../../ui/design-files'
import { DashboardDialogs, type OpenDialog } from './dashboard-dialogs'
import { DashboardHead, LabelChips } from './dashboard-head'
import { FoldedProject, FoldedProjects } from './folded-projects'
import { type ProjectView, useProjectView } from './use-project-view'
import { useDelayed } from '../../ui/use-delayed'
import './dashboard.css'
import { ProjectCard } from './project-card'
import { useSelection } from './use-selection'
import { useRestoreProject } from '../../features/projects/project-actions'
import { Name } from '../../ui/rich'

const parts = lazyParts(() => import('./dashboard.lazy'))
const ArchivedProjects = parts((file) => file.ArchivedProjects)
const SelectionBar = parts((file) => file.SelectionBar)
const Offers = parts((file) => file.Offers)

export function DashboardPage() {
  const { data: projects, error, isFetching, refetch } = useProjects()
  useTitle(
    m.dashboard_title(),
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
  const selection = useSelection(view.shown)
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
          title={m.dashboard_failed()}
          text={failureText(m.dashboard_no_answer(), error)}
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              {m.action_try_again()}
            </Button>
          }
        />
      )}
      {projects?.length === 0 && <EmptyDashboard onCreate={handleCreate} />}
      {projects?.some(({ isOffered }) => isOffered) && (
        <LazyBoundary>
          <Offers projects={projects} onDialog={setDialog} />
        </LazyBoundary>
      )}
      {projects && <LabelChips labels={view.labels} label={view.label} onChoose={view.setLabel} />}
      {selection.selected.length > 0 && (
        <LazyBoundary>
          <SelectionBar
            selected={selection.selected}
            of={view.shown.length}
            onAll={selection.selectAll}
            onClear={selection.clear}
            onDialog={setDialog}
          />
        </LazyBoundary>
      )}
      {projects && projects.length > 0 && (
        <ProjectGrid view={view} selection={selection} onDialog={setDialog} />
      )}
      {projects && (
        <LazyBoundary>
          <ArchivedProjects find={view.find} />
        </LazyBoundary>
      )}
      {projects && <RecentlyDeleted />}
      <DashboardDialogs
        dialog={dialog}
        onDialog={setDialog}
        onClose={() => setDialog(null)}
        labels={view.labels}
        onOrdered={(changed) => changed.forEach(({ _id }) => selection.toggle(_id, false))}
      />
      {isDragging && (
        <div aria-hidden className="drop-veil">
          <div className="relative grid place-items-center">
            <CropMarks />
            <p className="text-20 font-[620]">{m.dashboard_drop()}</p>
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

function EmptyDashboard({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="dashboard-empty">
      <CropMarks />
      <Pin number={1} className="pin-on-corner" />
      <h2 className="mb-2 text-20 font-[620] tracking-[-0.018em]">{m.dashboard_empty()}</h2>
      <p className="mx-auto mb-6 max-w-[40ch] text-ink-2">{m.dashboard_empty_words()}</p>
      <Button variant="primary" onClick={onCreate}>
        {m.dashboard_create()}
      </Button>
      <p className="mt-4 text-13 text-ink-3">{m.dashboard_empty_drop()}</p>
    </div>
  )
}

/** After a short delay, one row of placeholder cards. */
function LoadingProjects() {
  if (!useDelayed(true)) return null
  return (
    <>
      <p role="status" className="mb-4 text-ink-2">
        {m.dashboard_loading()}
      </p>
      <div aria-hidden className="project-grid project-grid-loading">
        {[1, 2, 3, 4].map((column) => (
          <div key={column}>
            <div className="aspect-[4/3] rounded-control bg-fill" />
            <div className="mt-4 h-2 w-full rounded-tag bg-fill" />
            <div className="mt-2 h-2 w-1/2 rounded-tag bg-fill" />
          </div>
        ))}
      </div>
    </>
  )
}

/** Moves the focus when the project that had it leaves the page: deleted, restored, or filtered out. The
 *  focus goes to the element that takes the project's place, among the cards or among the deleted projects.
 *  If there is none, it goes to the last of them, to the last card, or to the page's heading. */
function useFocusAfterRemoval(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current
    if (!root) return undefined
    let focused: { element: Element; kind: string; at: number } | null = null
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener(
      'focusin',
      ({ target }) => {
        // A dialog is rendered elsewhere. Meanwhile the card that opened it is remembered.
        if (!(target instanceof Element) || !root.contains(target)) return
        const kind = target.closest('.recently-deleted') ? '.recently-deleted li' : '.project-item'
        const items = [...root.querySelectorAll(kind)]
        const at = items.findIndex((item) => item.contains(target))
        // From outside of the cards, such as the bar of a selection, the focus returns to the card that had it last.
        focused = { element: target, kind, at: at < 0 ? (focused?.at ?? 0) : at }
      },
      { signal },
    )
    // A press on the empty page removes the focus on purpose.
    root.addEventListener('pointerdown', () => (focused = null), { signal, capture: true })
    const keep = () => {
      if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
      // An open dialog keeps the focus.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const items = [...root.querySelectorAll(focused.kind)]
      const item = items[focused.at] ?? items.at(-1) ?? [...root.querySelectorAll('.project-item')].at(-1)
      const heading = root.querySelector('h1')
      if (heading) heading.tabIndex = -1
      const target = item?.querySelector<HTMLElement>('a, button') ?? heading
      target?.focus({ preventScroll: true })
    }
    // Observes the whole page, because a dialog may close, and return the focus to a removed button, after
    // the list has changed.
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      controller.abort()
    }
  }, [page])
}

interface ProjectGridProps {
  view: ProjectView
  selection: Pick<ReturnType<typeof useSelection>, 'isSelected' | 'toggle'>
  onDialog: (dialog: OpenDialog) => void
}

function ProjectGrid({ view, selection, onDialog }: ProjectGridProps) {
  const { shown, query, isOnlyNew, whose, setQuery, setOnlyNew, setWhose } = view
  if (shown.length === 0 && whose !== 'all') {
    return (
      <StatePage
        look="bare"
        title={whose === 'own' ? m.dashboard_no_own() : m.dashboard_no_shared()}
        text={m.dashboard_left_out()}
        action={<Button onClick={() => setWhose('all')}>{m.dashboard_show_all()}</Button>}
      />
    )
  }
  if (shown.length === 0 && isOnlyNew) {
    return (
      <StatePage
        look="bare"
        title={
          query.trim() === '' ? m.list_none_new() : m.dashboard_nothing_new_called({ query: query.trim() })
        }
        text={m.dashboard_all_seen()}
        action={<Button onClick={() => setOnlyNew(false)}>{m.dashboard_show_all()}</Button>}
      />
    )
  }
  if (shown.length === 0) {
    return (
      <StatePage
        look="bare"
        title={m.dashboard_none_called({ query: query.trim() })}
        text={m.dashboard_search_names()}
        action={<Button onClick={() => setQuery('')}>{m.dashboard_search_clear()}</Button>}
      />
    )
  }
  return (
    <ul className="project-grid">
      {shown.map((project) => (
        <li key={project._id} className="project-item">
          <ProjectCard
            project={project}
            onDialog={onDialog}
            isSelected={selection.isSelected(project._id)}
            onSelect={view.isSearchable ? selection.toggle : null}
          />
        </li>
      ))}
    </ul>
  )
}

/** The deleted projects that can still be restored. */
function RecentlyDeleted() {
  const { data: projects = [] } = useDeletedProjects()
  const restore = useRestoreProject()
  return (
    <FoldedProjects title={m.dashboard_deleted} count={projects.length}>
      {projects.map(({ _id, name, deletedAt }) => (
        <FoldedProject
          key={_id}
          at={deletedAt}
          date={m.dashboard_deleted_on}
          name={<Name className="block truncate font-[550]">{name}</Name>}
        >
          <Button
            size="sm"
            className="ms-auto"
            aria-label={m.dashboard_restore({ name })}
            pending={restore.isPending && restore.variables === _id}
            onClick={() => restore.mutate(_id)}
          >
            {m.action_restore()}
          </Button>
        </FoldedProject>
      ))}
    </FoldedProjects>
  )
}
