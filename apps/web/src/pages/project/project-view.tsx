import type { Project } from '@pinmark/shared/entities/project'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Canvas } from '../../features/canvas/canvas'
import { focusPin } from '../../features/canvas/focus-pin'
import { useViewport } from '../../features/canvas/use-viewport'
import { ViewerToolbar } from '../../features/canvas/viewer-toolbar'
import { sideMarginPx } from '../../features/canvas/zoom'
import { CommentsPanel } from '../../features/comments/comments-panel'
import type { ThreadView } from '../../features/comments/thread-view'
import { lazyPart } from '../../ui/lazy-part'
import { PartBoundary } from '../../ui/part-boundary'
import { useIsPhone } from '../../lib/use-media'
import { useKeyboardHelpOpen } from '../../lib/keyboard-help'
import { useTitle } from '../../lib/title'
import { ExpandButton } from './expand-button'
import { CommentsSheet, type SheetStop } from './comments-sheet'
import { ModeNote } from './mode-note'
import { ProjectDialogs } from './project-dialogs'
import { ProjectHead, type ProjectDialog } from './project-head'
import { ReviewPopup } from './review-popup'
import { shownDesignOf } from './shown-design'
import { threadPropsOf } from './thread-props'
import { useConnectionNotes } from './use-connection-notes'
import { useDeepLink } from './use-deep-link'
import { useExpanded } from './use-expanded'
import { useFocusHome } from './use-focus-home'
import { useLeaveWarning } from './use-leave-warning'
import { useOwnSent } from './use-own-sent'
import { usePlacing } from './use-placing'
import { useProjectKeys } from './use-project-keys'
import { usePulsing } from './use-pulsing'
import { useReview } from './use-review'
import { useCoveredBySheet, useSheet } from './use-sheet'
import { useViewerItems } from './viewer-items'
import './project-view.css'

const ArrivalsChip = lazyPart(async () => (await import('./arrivals-chip')).ArrivalsChip)
const LinkClosed = lazyPart(async () => (await import('./link-closed')).LinkClosed)
const Thread = lazyPart(async () => (await import('../../features/comments/thread/thread')).Thread)

interface ProjectViewProps {
  readonly project: Project
  /** The server does not give it out any more; the page was open before. */
  readonly isGone: boolean
  /** Asks for it once more. */
  readonly onRetry: () => void
}

/** A project that is loaded: the design on its light table, its comments, and what may be done with both. */
export function ProjectView({ project: loaded, isGone, onRetry }: ProjectViewProps) {
  useTitle(loaded.name)
  useConnectionNotes()
  const { designs, link } = loaded
  const { design, version, image } = useMemo(() => shownDesignOf({ designs, link }), [designs, link])
  const { width, height } = version.image
  const natural = useMemo(() => ({ width, height }), [width, height])
  const isPhone = useIsPhone()
  const isHelpOpen = useKeyboardHelpOpen()
  const [dialog, setDialog] = useState<ProjectDialog | null>(null)
  const [isExpanded, setExpanded] = useExpanded()
  const [focusKey, setFocusKey] = useState<string | null>(null)

  const viewport = useViewport(natural, isPhone ? sideMarginPx.phone : sideMarginPx.wide)
  const { stop, setStop, coveredFromPx } = useSheet(isPhone)
  const review = useReview({ project: loaded, version, viewport, coveredFromPx })
  const { threads, selected, selectedKey, select, show, live, unsent } = review
  // Whoever deletes it himself leaves the page in a moment.
  const isClosed = isGone && dialog !== 'delete'
  const project = useMemo(() => (isClosed ? { ...loaded, can: nothing } : loaded), [loaded, isClosed])

  const { scrollerRef } = viewport
  const focusDesign = useCallback(() => scrollerRef.current?.focus({ preventScroll: true }), [scrollerRef])
  const placing = usePlacing({ project, version, review, focusDesign, onFocus: setFocusKey })
  const pulsingKeys = usePulsing(live.arrivals, useDeepLink(review))
  useEffect(() => {
    if (focusKey !== null && focusPin(scrollerRef.current, focusKey)) setFocusKey(null)
  }, [focusKey, threads, scrollerRef])
  const page = useRef<HTMLDivElement>(null)
  useFocusHome(page, viewport, selectedKey)
  useLeaveWarning(unsent.length > 0)
  const showSent = useOwnSent(page, review, isPhone)

  const toggleExpanded = useCallback(() => {
    setExpanded(!isExpanded)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [isExpanded, setExpanded])
  useProjectKeys({
    project,
    viewport,
    review,
    placing,
    isExpanded,
    onToggleExpanded: toggleExpanded,
    onFocus: setFocusKey,
    isOn: dialog === null && !isHelpOpen,
  })

  const openPin = useCallback(
    (key: string) => {
      if (key === selectedKey) select(null)
      // On a phone the sheet comes up, and the pin has to stay above it.
      else if (isPhone) show(key)
      else select(key)
    },
    [selectedKey, select, isPhone, show],
  )
  const closeThread = useCallback(() => {
    select(null)
    setStop('peek')
  }, [select, setStop])
  const thread = threadPropsOf({ project, viewport, review, placing, onClose: closeThread })
  // A thread needs room; drawn down to its handle, the sheet lets it go.
  const sheetStop = thread && stop === 'peek' ? 'half' : stop
  useCoveredBySheet(viewport, isPhone ? sheetStop : null)
  const panel = (
    <CommentsPanel
      project={project}
      list={review.list}
      unread={review.unread}
      unsent={unsent}
      selectedKey={selectedKey}
      hoveredKey={review.hoveredKey}
      isBare={isPhone}
      onSelect={show}
      onHover={review.hover}
      onSent={showSent}
    />
  )
  const viewing = { viewport, canPlace: project.can.comment }
  const expanding = { isExpanded, onToggleExpanded: toggleExpanded }
  const viewerItems = useViewerItems({ ...viewing, ...expanding, placing })
  const hiding = { areCommentsShown: review.areCommentsShown, onToggleComments: review.toggleComments }
  return (
    <div ref={page} className="project-page">
      {isClosed && (
        <PartBoundary onFailed={ignore}>
          <Suspense fallback={null}>
            <LinkClosed onRetry={onRetry} />
          </Suspense>
        </PartBoundary>
      )}
      {!isExpanded && (
        <ProjectHead
          project={project}
          others={live.others}
          isLost={live.isLost && !isClosed}
          canShare={!isClosed}
          onOpenDialog={setDialog}
          viewerItems={viewerItems}
          {...hiding}
        />
      )}
      <div className="project-work" data-expanded={isExpanded || undefined}>
        <section aria-label="Design" className="project-viewer">
          <ViewerToolbar
            title={designs.length > 1 ? design.title : null}
            onAddComment={placing.startAim}
            isRegionTool={placing.tool === 'region'}
            onToggleRegionTool={placing.toggleRegionTool}
            closedNote={noteOf(project)}
            {...viewing}
            {...hiding}
          />
          <Canvas
            viewport={viewport}
            image={image}
            pins={review.pins}
            selectedKey={selectedKey}
            hoveredKey={review.hoveredKey}
            pulsingKeys={pulsingKeys}
            canPlace={project.can.comment}
            tool={placing.tool}
            aim={placing.aim}
            showsHint={threads.length === 0}
            onPlace={placing.place}
            onAimCancel={placing.endAim}
            onOpenPin={openPin}
            onHoverPin={review.hover}
            onMovePin={placing.movePin}
            onBackground={() => select(null)}
          >
            <ExpandButton {...expanding} />
            <ModeNote placing={placing} canPlace={project.can.comment} />
            {live.arrivals.length > 0 && (
              <PartBoundary onFailed={ignore}>
                <Suspense fallback={null}>
                  <ArrivalsChip
                    arrivals={live.arrivals}
                    threads={threads}
                    viewport={viewport}
                    onShow={show}
                  />
                </Suspense>
              </PartBoundary>
            )}
          </Canvas>
        </section>
        {isPhone ? (
          <CommentsSheet
            summary={summaryOf(project, unsent.length)}
            hint={tapHint(project, threads)}
            onAddComment={project.can.comment ? placing.startAim : undefined}
            stop={sheetStop}
            isCompact={thread !== null}
            onStop={(next: SheetStop) => (next === 'peek' ? closeThread() : setStop(next))}
          >
            {thread ? (
              <PartBoundary onFailed={closeThread}>
                <Suspense fallback={null}>
                  <Thread {...thread} titleId="sheet-thread" />
                </Suspense>
              </PartBoundary>
            ) : (
              panel
            )}
          </CommentsSheet>
        ) : (
          <aside className="project-panel">{panel}</aside>
        )}
      </div>
      <ReviewPopup
        project={project}
        viewport={viewport}
        selectedKey={selectedKey}
        selected={selected}
        thread={isPhone ? null : thread}
        onCloseComposer={placing.closeComposer}
        onSent={({ _id }) => {
          select(null)
          setFocusKey(_id)
          showSent(_id)
        }}
      />
      <ProjectDialogs project={project} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

const ignore = () => undefined

const nothing = { comment: false, rename: false, delete: false, resolve: false, manage: false }

/** `7 open · 1 not sent` */
function summaryOf({ stats }: Project, unsent: number): string {
  return unsent === 0 ? `${stats.open} open` : `${stats.open} open · ${unsent} not sent`
}

/** How to begin, until this visitor's first comment. */
function tapHint({ can }: Project, threads: readonly ThreadView[]): string | null {
  return can.comment && !threads.some(({ comment }) => comment?.mine) ? 'Tap the design to comment' : null
}

/** Why somebody who may look cannot comment. */
function noteOf({ link }: Project): string {
  return link.permission !== 'view' && link.pausedAt !== null ? 'Comments are paused' : 'View only'
}
