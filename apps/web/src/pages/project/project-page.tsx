import { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { Suspense, useEffect, useMemo, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useParams } from 'react-router-dom'
import { useProject } from '../../features/projects/use-project'
import { ProjectFailed } from '../../features/projects/project-failed'
import { useTitle } from '../../lib/title'
import { isFirstPaintThere } from '../../ui/first-paint'
import { lazyComponent, LazyBoundary } from '../../ui/lazy'
import { useDelayed } from '../../ui/use-delayed'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useViewport, type Viewport } from '../../features/canvas/zoom/use-viewport'
import { sideMarginPx } from '../../features/canvas/zoom/zoom'
import { type Live, useLive } from '../../features/comments/live/use-live'
import { usePageKeys } from '../../features/review/keys'
import type { Opened, ProjectDialog, SheetStop } from '../../features/review/review'
import { ReviewProvider, useReview, useReviewSession, useReviewState } from '../../features/review/use-review'
import { useShownVersion } from '../../features/review/use-shown-version'
import type { ThreadView } from '../../features/review/thread-view'
import { readExpanded, subscribeExpanded } from '../../lib/expanded'
import { useHasUnstoredText, useLeaveWarning } from '../../lib/kept-texts'
import { accountId } from '../../lib/session'
import { useKeyboardHelpOpen } from '../../lib/shortcuts'
import { useIsPhone } from '../../lib/browser-state'
import { sheetHeightPx } from './comments-sheet'
import {
  FrameHandle,
  LinkClosed,
  ProjectDialogs,
  SkipLinks,
  VersionsEffects,
  VersionsSheet,
  VersionsStrip,
} from './lazy-parts'
import { ProjectCanvas } from './project-canvas'
import { WorkFrame } from './project-frames'
import { ConnectionState, ProjectHead } from './project-head'
import { ProjectPanel } from './project-panel'
import { ProjectNoteBars, ProjectToolbar, useViewerItems } from './project-toolbar'
import { ReviewPopup } from './review-popup'
import { useFocusFallback } from './use-focus-fallback'
import { closeToast, toast } from '../../ui/toast'
import { useWindowEvent } from '../../ui/use-window-event'
import { useLastOpened } from '../../ui/use-last-opened'
import { StatePage } from '../../ui/state-page'
import './first-paint.css'
import './project-view.css'

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
    if (code !== 'link_locked' && code !== 'link_ended')
      return <ProjectNotFound isDeleted={endedAt !== undefined} />
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

function ProjectNotFound({ isDeleted }: { isDeleted: boolean }) {
  useTitle(m.project_not_found())
  const text = isDeleted ? m.project_was_deleted() : m.project_not_found_words()
  return <StatePage title={m.project_not_found()} text={text} />
}

interface ProjectViewProps {
  readonly project: Project
  /** Why the server refuses the project now, although the page was open before; null while it does not. */
  readonly goneBy: AppError | null
  /** Reloads the project. */
  readonly onRetry: () => void
}

/** A loaded project: the design on its light table, its comments, and the actions on both. */
function ProjectView({ project: loaded, goneBy, onRetry }: ProjectViewProps) {
  useConnectionNotes()
  useMembershipNote(loaded)
  const live = useLive(loaded)
  const versions = useShownVersion(loaded)
  const { width, height } = versions.shown.version.image
  const natural = useMemo(() => ({ width, height }), [width, height])
  const isPhone = useIsPhone()
  const viewport = useViewport(natural, isPhone ? sideMarginPx.phone : sideMarginPx.wide)
  const project = useMemo(
    () => ({ ...loaded, goneBy, ...(goneBy && { comments: loaded.comments.map(readOnly) }) }),
    [loaded, goneBy],
  )
  const review = useReviewSession(project, versions, { frame: viewport, isPhone, sheetTopPx })
  return (
    <ReviewProvider value={review}>
      <ProjectLayout live={live} viewport={viewport} isPhone={isPhone} onRetry={onRetry} />
    </ReviewProvider>
  )
}

function sheetTopPx(stop: SheetStop): number {
  return window.innerHeight - sheetHeightPx(stop, window.innerHeight)
}

/** Keeps the design clear of the sheet. At peek, the sheet covers only the end of the page, and nothing of
 *  the design. `null` on a wide window, which has no sheet. */
function useCoveredBySheet({ cover }: Viewport, stop: SheetStop | null): void {
  useLayoutEffect(
    () => cover(stop === null || stop === 'peek' ? null : () => sheetTopPx(stop)),
    [cover, stop],
  )
}

interface ProjectLayoutProps {
  readonly live: Live
  readonly viewport: Viewport
  readonly isPhone: boolean
  readonly onRetry: () => void
}

/** The parts of the page, and where they are. Each asks the session for what it shows. */
function ProjectLayout({ live, viewport, isPhone, onRetry }: ProjectLayoutProps) {
  const review = useReview()
  const { project, shown, versions, all, unsent, thread } = review
  const opened = useReviewState((state) => state.opened)
  const stop = useReviewState(({ sheet }) => sheet)
  const isAdding = useReviewState(({ arrival }) => arrival !== null)
  const isExpanded = useSyncExternalStore(subscribeExpanded, readExpanded)
  const dialog = useLastOpened(dialogOf(opened))
  const isHelpOpen = useKeyboardHelpOpen()
  const page = useRef<HTMLDivElement>(null)

  usePageKeys(review, opened === null && !isAdding && !isHelpOpen)
  useTitle(project.name, all.filter(({ isNew }) => isNew).length)
  const hasUnstoredText = useHasUnstoredText()
  useLeaveWarning(unsent.length > 0 || hasUnstoredText)
  // A thread needs room, so it opens the sheet. Dragging the sheet down to its handle closes the thread.
  const sheetStop = thread && stop === 'peek' ? 'half' : stop
  const phoneStop = isPhone ? sheetStop : null
  useCoveredBySheet(viewport, phoneStop)
  useFocusFallback(page, viewport, review.selectedKey, phoneStop)

  const { goneBy } = project
  const connection = goneBy ? 'live' : live.connection
  /** A draft of a version that no longer exists. */
  const isElsewhere = ({ comment, version }: ThreadView) => !comment && version !== shown.version._id
  const viewerItems = useViewerItems(viewport, isExpanded)
  return (
    <div ref={page} className="project-page">
      <LazyBoundary>
        <SkipLinks isPhone={isPhone} />
      </LazyBoundary>
      {goneBy && (
        <LazyBoundary>
          <LinkClosed reason={goneBy} onRetry={onRetry} />
        </LazyBoundary>
      )}
      {!isExpanded && <ProjectHead others={live.others} connection={connection} viewerItems={viewerItems} />}
      <WorkFrame isExpanded={isExpanded} panel={<ProjectPanel sheetStop={phoneStop} />}>
        {isExpanded && <h1 className="sr-only print:not-sr-only">{project.name}</h1>}
        <ProjectToolbar viewport={viewport} />
        <div className="frame-area">
          <ProjectNoteBars />
          <ProjectCanvas viewport={viewport} arrivals={live.arrivals}>
            {isExpanded && <ConnectionState connection={connection} className="expanded-connection" />}
          </ProjectCanvas>
          <LazyBoundary fallback={<div className="frame-handle" data-expanded={isExpanded || undefined} />}>
            <FrameHandle isExpanded={isExpanded} />
          </LazyBoundary>
        </div>
        {project.designs.length > 1 && (
          <LazyBoundary>
            <VersionsStrip />
          </LazyBoundary>
        )}
      </WorkFrame>
      <ReviewPopup viewport={viewport} isPhone={isPhone} />
      {(!shown.isOnly || opened === 'versions' || versions.missing || all.some(isElsewhere)) && (
        <LazyBoundary>
          <VersionsEffects />
          <VersionsSheet />
        </LazyBoundary>
      )}
      {dialog && (
        <LazyBoundary key={dialog.key} onFailed={review.close}>
          <ProjectDialogs dialog={dialog.opened} open={dialogOf(opened) !== null} />
        </LazyBoundary>
      )}
    </div>
  )
}

function dialogOf(opened: Opened | null): ProjectDialog | null {
  return opened === 'overview' || opened === 'versions' || opened === 'build' ? null : opened
}

/** A comment that nobody can change, because the server refuses its project. */
function readOnly(comment: Comment): Comment {
  const can = { edit: false, delete: false, resolve: false }
  return { ...comment, can, replies: comment.replies.map((reply) => ({ ...reply, can })) }
}

/** Tells an account that it was removed as a member. The page then shows what everyone with the link sees. */
function useMembershipNote({ isOwner, isMember }: Project): void {
  const wasMember = useRef(isMember)
  useEffect(() => {
    const hasLeft = wasMember.current && !isMember && !isOwner
    wasMember.current = isMember
    // After a logout, the account is still a member.
    if (hasLeft && accountId() !== null) toast.show({ text: m.member_no_longer() })
  }, [isOwner, isMember])
}

/** Shows a note while the browser reports that the network is gone. */
function useConnectionNotes(): void {
  const note = useRef(0)
  useWindowEvent('offline', () => {
    note.current = toast.show({ text: m.offline_note() })
  })
  useWindowEvent('online', () => closeToast(note.current))
}
