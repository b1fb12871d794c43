import type { AppError } from '@pinmark/shared/errors'
import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { focusPin } from '../../features/canvas/pins/focus-pin'
import { useViewport } from '../../features/canvas/zoom/use-viewport'
import { sideMarginPx } from '../../features/canvas/zoom/zoom'
import type { ThreadView } from '../../features/review/thread-view'
import { LazyBoundary } from '../../ui/lazy-boundary'
import { useIsPhone } from '../../lib/use-media'
import { readExpanded, setExpanded, subscribeExpanded } from '../../lib/expanded'
import { useHasUnstoredText } from '../../lib/kept-texts'
import { useKeyboardHelpOpen } from '../../lib/keyboard-help'
import { useTitle } from '../../lib/title'
import { ExpandButton } from './expand-button'
import { LinkClosed, ProjectDialogs } from './lazy-idle-views'
import { VersionsEffects, PhoneVersions, VersionsStrip } from './lazy-versions'
import { ProjectCanvas } from './project-canvas'
import { WorkFrame } from './project-frames'
import { ConnectionState, ProjectHead, type ProjectDialog } from './project-head'
import { ProjectNoteBars } from './project-note-bars'
import { ProjectPanel } from './project-panel'
import { ProjectToolbar } from './project-toolbar'
import { ReviewPopup } from './review-popup'
import { threadPropsOf } from './thread-props'
import { projectOn, unsentOn } from '../../features/review/threads-on'
import { useConnectionNotes } from './use-connection-notes'
import { useDeepLink } from './use-deep-link'
import { useFocusFallback } from './use-focus-fallback'
import { useLeaveWarning } from '../../lib/use-leave-warning'
import { useSentComment } from './use-sent-comment'
import { usePlacing } from './use-placing'
import { useProjectKeys } from './use-project-keys'
import { usePulsing } from './use-pulsing'
import { useNewsSinceVisit } from './use-news-since-visit'
import { useReview } from './use-review'
import { useShownVersion } from './use-shown-version'
import { useCoveredBySheet, useSheet } from './use-sheet'
import { useViewerItems } from './viewer-items'
import type { Arrival } from './versions/add-files'
import './project-view.css'

interface ProjectViewProps {
  readonly project: Project
  /** Why the server refuses the project now, although the page was open before; null while it does not. */
  readonly goneBy: AppError | null
  /** Reloads the project. */
  readonly onRetry: () => void
}

/** A loaded project: the design on its light table, its comments, and the actions on both. */
export function ProjectView({ project: loaded, goneBy, onRetry }: ProjectViewProps) {
  useConnectionNotes()
  const { link } = loaded
  const choice = useShownVersion(loaded)
  const { shown } = choice
  const { width, height } = shown.version.image
  const natural = useMemo(() => ({ width, height }), [width, height])
  const isPhone = useIsPhone()
  const isHelpOpen = useKeyboardHelpOpen()
  const [dialog, setDialog] = useState<ProjectDialog | null>(null)
  const [hasDialogs, setHasDialogs] = useState(false)
  if (dialog && !hasDialogs) setHasDialogs(true)
  const isExpanded = useSyncExternalStore(subscribeExpanded, readExpanded)
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const [areVersionsOpen, setVersionsOpen] = useState(false)
  const [isOverview, setOverview] = useState(false)
  const [focusKey, setFocusKey] = useState<string | null>(null)

  const viewport = useViewport(natural, isPhone ? sideMarginPx.phone : sideMarginPx.wide)
  const { stop, setStop, coveredFromPx } = useSheet(isPhone)
  const review = useReview({
    ...{ project: loaded, shown, viewport, coveredFromPx },
    onShowDesign: choice.go,
  })
  const { threads, selected, selectedKey, select, show, live, unsent } = review
  const sinceVisit = useNewsSinceVisit(loaded, shown)
  useTitle(loaded.name, review.all.filter(({ isNew }) => isNew).length)
  // The visitor who deletes it leaves the page in a moment.
  const isClosed = goneBy !== null && dialog !== 'delete'
  const connection = isClosed ? 'live' : live.connection
  const project = useMemo(
    () => (isClosed ? { ...loaded, can: nothing, goneBy } : loaded),
    [loaded, isClosed, goneBy],
  )
  /** The project, limited to the shown version: counts and rights for the canvas and the list. */
  const part = useMemo(() => projectOn(project, threads, shown), [project, threads, shown])

  const { scrollerRef } = viewport
  const placing = usePlacing({
    project: part,
    version: shown.version,
    viewport,
    review,
    onFocus: setFocusKey,
  })
  const pulsingKeys = usePulsing(live.arrivals, useDeepLink(review))
  // Its pin may appear only after a filter of the list has changed.
  useEffect(() => {
    if (focusKey !== null && focusPin(scrollerRef.current, focusKey)) setFocusKey(null)
  }, [focusKey, review.pins, scrollerRef])
  const page = useRef<HTMLDivElement>(null)
  useFocusFallback(page, viewport, selectedKey)
  const hasUnstoredText = useHasUnstoredText()
  useLeaveWarning(unsent.length > 0 || hasUnstoredText)
  const showSent = useSentComment(page, review, isPhone)

  const toggleExpanded = useCallback(() => {
    setExpanded(!isExpanded)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [isExpanded])

  const openPin = useCallback(
    (key: string) => {
      if (key === selectedKey) select(null)
      // On a phone the sheet opens, and the pin has to stay above it.
      else if (isPhone) show(key)
      else select(key)
    },
    [selectedKey, select, isPhone, show],
  )
  const closeThread = useCallback(() => {
    select(null)
    setStop('peek')
  }, [select, setStop])
  const versionsProps = {
    ...{ project, choice, threads: review.all, viewport, review, placing, sinceVisit },
    onAdd: setArrival,
    onCloseThread: closeThread,
  }
  const thread = threadPropsOf({
    ...{ project: part, viewport, review, placing },
    ...{ versions: versionsProps, onClose: closeThread },
  })
  useProjectKeys({
    project: part,
    choice,
    viewport,
    review,
    placing,
    isExpanded,
    onToggleExpanded: toggleExpanded,
    onMove: thread?.onMove,
    onFocus: setFocusKey,
    isOn: dialog === null && !isHelpOpen,
  })
  // A thread needs room, so it opens the sheet. Dragging the sheet down to its handle closes the thread.
  const sheetStop = thread && stop === 'peek' ? 'half' : stop
  useCoveredBySheet(viewport, isPhone ? sheetStop : null)
  const isRoundClosed = !project.isOwner && project.round.closedAt !== null && link.permission !== 'view'
  /** A draft of a version that no longer exists. */
  const isElsewhere = ({ comment, version }: ThreadView) => !comment && version !== shown.version._id
  const expanding = { isExpanded, onToggleExpanded: toggleExpanded }
  const hasDesigns = loaded.designs.length > 1
  const hasVersions = !shown.isOnly || project.can.manage
  const viewerItems = useViewerItems({
    ...{ viewport, canPlace: part.can.comment, placing, ...expanding },
    onVersions: hasVersions && (() => setVersionsOpen(true)),
    onDesigns: hasDesigns && (() => setOverview(true)),
  })
  return (
    <div ref={page} className="project-page">
      {isClosed && (
        <LazyBoundary>
          <LinkClosed reason={goneBy} onRetry={onRetry} />
        </LazyBoundary>
      )}
      {!isExpanded && (
        <ProjectHead
          project={project}
          noted={shown.isOld || sinceVisit.news?.isShown ? null : shown.version}
          others={live.others}
          connection={connection}
          canShare={!isClosed}
          onOpenDialog={setDialog}
          viewerItems={viewerItems}
          areCommentsShown={review.areCommentsShown}
          onToggleComments={review.toggleComments}
        />
      )}
      <WorkFrame
        isExpanded={isExpanded}
        panel={
          <ProjectPanel
            project={project}
            part={part}
            choice={choice}
            review={review}
            unsent={unsentOn(unsent, threads, shown)}
            thread={isPhone ? thread : null}
            isRoundClosed={isRoundClosed}
            sheetStop={isPhone ? sheetStop : null}
            onSheetStop={(next) => (next === 'peek' ? closeThread() : setStop(next))}
            onAddComment={part.can.comment ? placing.aim : undefined}
            onCloseThread={closeThread}
            onSent={showSent}
            onExport={() => setDialog('export')}
          />
        }
      >
        {isExpanded && <h1 className="sr-only print:not-sr-only">{project.name}</h1>}
        <ProjectToolbar {...versionsProps} canPlace={part.can.comment} />
        <div className="frame-area">
          <ProjectNoteBars {...versionsProps} isRoundClosed={isRoundClosed} />
          <ProjectCanvas
            project={project}
            part={part}
            choice={choice}
            viewport={viewport}
            review={review}
            placing={placing}
            pulsingKeys={pulsingKeys}
            onOpenPin={openPin}
            arrival={arrival}
            onArrival={setArrival}
          >
            <ExpandButton {...expanding} />
            {isExpanded && <ConnectionState connection={connection} className="expanded-connection" />}
          </ProjectCanvas>
        </div>
        {hasDesigns && (
          <LazyBoundary>
            <VersionsStrip {...versionsProps} isOverview={isOverview} onOverview={setOverview} />
          </LazyBoundary>
        )}
      </WorkFrame>
      <ReviewPopup
        project={part}
        versionId={shown.version._id}
        viewport={viewport}
        selectedKey={selectedKey}
        selected={selected}
        thread={isPhone ? null : thread}
        newer={choice.waiting && { number: choice.waiting.number, onShow: () => choice.go(shown.design) }}
        onCloseComposer={placing.closeComposer}
        onSent={({ _id }) => {
          select(null)
          setFocusKey(_id)
          showSent(_id)
        }}
      />
      {(!shown.isOnly || areVersionsOpen || choice.missing || review.all.some(isElsewhere)) && (
        <LazyBoundary>
          <VersionsEffects {...versionsProps} isOn={dialog === null && arrival === null && !isHelpOpen} />
          <PhoneVersions {...versionsProps} open={areVersionsOpen} onClose={() => setVersionsOpen(false)} />
        </LazyBoundary>
      )}
      {hasDialogs && (
        <LazyBoundary
          onFailed={() => {
            setDialog(null)
            setHasDialogs(false)
          }}
        >
          <ProjectDialogs
            project={project}
            dialog={dialog}
            review={review}
            shown={shown}
            onClose={() => setDialog(null)}
          />
        </LazyBoundary>
      )}
    </div>
  )
}

const nothing = { comment: false, rename: false, delete: false, resolve: false, manage: false }
