import { apiPaths } from '@pinmark/shared/paths'
import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Canvas } from '../../features/canvas/canvas'
import { focusPin } from '../../features/canvas/focus-pin'
import { useViewport } from '../../features/canvas/use-viewport'
import { ViewerToolbar } from '../../features/canvas/viewer-toolbar'
import { zoomItems } from '../../features/canvas/zoom-menu'
import { sideMarginPx } from '../../features/canvas/zoom'
import { useResolve } from '../../features/comments/api/use-resolve'
import { CommentsPanel } from '../../features/comments/comments-panel'
import { problemText } from '../../features/comments/problem-text'
import { Thread } from '../../features/comments/thread/thread'
import { useIsPhone } from '../../lib/use-media'
import { useKeyboardHelpOpen } from '../../lib/keyboard-help'
import { useTitle } from '../../lib/title'
import { useToast } from '../../ui/toast'
import { ArrivalsChip } from './arrivals-chip'
import { CommentsSheet, sheetHeightPx, type SheetStop } from './comments-sheet'
import { ProjectDialogs } from './project-dialogs'
import { ProjectHead, type ProjectDialog } from './project-head'
import { ReviewPopup } from './review-popup'
import { threadPropsOf } from './thread-props'
import { useDeepLink } from './use-deep-link'
import { usePageKeys } from './use-page-keys'
import { usePlacing } from './use-placing'
import { useReview } from './use-review'
import './project-view.css'

/** A project that is loaded: the design on its light table, its comments, and what may be done with both. */
export function ProjectView({ project }: { project: Project }) {
  useTitle(project.name)
  const { design, version } = useMemo(() => shownDesign(project), [project])
  const { width, height } = version.image
  const natural = useMemo(() => ({ width, height }), [width, height])
  const isPhone = useIsPhone()
  const [dialog, setDialog] = useState<ProjectDialog | null>(null)
  const [isExpanded, setExpanded] = useState(false)
  const [sheetStop, setSheetStop] = useState<SheetStop>('peek')
  const isHelpOpen = useKeyboardHelpOpen()
  const [focusKey, setFocusKey] = useState<string | null>(null)

  const viewport = useViewport(natural, isPhone ? sideMarginPx.phone : sideMarginPx.wide)
  const coveredFromPx = useCallback(() => {
    if (!isPhone) return undefined
    // A comment that is shown opens the sheet.
    const stop = sheetStop === 'peek' ? 'half' : sheetStop
    return window.innerHeight - sheetHeightPx(stop, window.innerHeight)
  }, [isPhone, sheetStop])
  const review = useReview({ project, version, viewport, coveredFromPx })
  const { threads, selected, selectedKey, select, show } = review
  const { toggle: toggleResolved } = useResolve(project)
  const toast = useToast()
  const { scrollerRef } = viewport
  const focusDesign = useCallback(() => scrollerRef.current?.focus({ preventScroll: true }), [scrollerRef])
  const placing = usePlacing({ project, version, review, focusDesign })
  const pulsingKey = useDeepLink(review)

  useEffect(() => {
    if (focusKey !== null && focusPin(scrollerRef.current, focusKey)) setFocusKey(null)
  }, [focusKey, threads, scrollerRef])

  const toggleExpanded = useCallback(() => {
    setExpanded((is) => !is)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])

  const selectedComment = selected?.comment ?? null
  const closeThread = useCallback(() => {
    select(null)
    setSheetStop('peek')
  }, [select])
  const thread = threadPropsOf({ project, review, placing, onClose: closeThread, onFocus: setFocusKey })
  // A thread needs room; drawn down to its handle, the sheet lets it go.
  const shownStop = thread && sheetStop === 'peek' ? 'half' : sheetStop
  const handleStop = (stop: SheetStop) => (stop === 'peek' ? closeThread() : setSheetStop(stop))

  usePageKeys(
    {
      r: selectedComment?.can.resolve
        ? () =>
            toggleResolved(selectedComment, (error) =>
              toast.show({ text: problemText(error), tone: 'danger' }),
            )
        : undefined,
      c: project.can.comment ? placing.startAim : undefined,
      'Shift+C': review.toggleComments,
      n: () => setFocusKey(review.walk(1)),
      p: () => setFocusKey(review.walk(-1)),
      f: toggleExpanded,
      '+': () => viewport.step('in'),
      '=': () => viewport.step('in'),
      '-': () => viewport.step('out'),
      '0': () => viewport.fitTo('width'),
      Escape: () => {
        if (placing.aim) placing.endAim()
        else if (placing.tool === 'region') placing.choosePinTool()
        else if (selectedKey !== null) select(null)
        else if (isExpanded) toggleExpanded()
      },
    },
    dialog === null && !isHelpOpen,
  )

  const openPin = useCallback(
    (key: string) => {
      if (key === selectedKey) select(null)
      // On a phone the sheet comes up, and the pin has to stay above it.
      else if (isPhone) show(key)
      else select(key)
    },
    [selectedKey, select, isPhone, show],
  )
  const image = useMemo(
    () => ({
      src: apiPaths.image(version.image._id, 'view'),
      placeholder: version.image.placeholder,
      alt: `Design: ${design.title}, version ${version.number}`,
      width: version.image.width,
      height: version.image.height,
    }),
    [version, design.title],
  )
  const counts = project.stats
  const panel = (
    <CommentsPanel
      project={project}
      list={review.list}
      unread={review.unread}
      selectedKey={selectedKey}
      hoveredKey={review.hoveredKey}
      isBare={isPhone}
      onSelect={show}
      onHover={review.hover}
    />
  )
  return (
    <div>
      {!isExpanded && (
        <ProjectHead
          project={project}
          others={review.live.others}
          onOpenDialog={setDialog}
          areCommentsShown={review.areCommentsShown}
          onToggleComments={review.toggleComments}
          viewerItems={[
            ...zoomItems(viewport),
            { label: 'Expand', onSelect: toggleExpanded },
            ...(project.can.comment
              ? [
                  {
                    label: 'Mark a region',
                    checked: placing.tool === 'region',
                    onSelect: placing.toggleRegionTool,
                  },
                ]
              : []),
          ]}
        />
      )}
      <div className="project-work" data-expanded={isExpanded || undefined}>
        <section aria-label="Design" className="project-viewer">
          <ViewerToolbar
            viewport={viewport}
            title={design.title}
            areCommentsShown={review.areCommentsShown}
            onToggleComments={review.toggleComments}
            canPlace={project.can.comment}
            onAddComment={placing.startAim}
            isRegionTool={placing.tool === 'region'}
            onToggleRegionTool={placing.toggleRegionTool}
            isExpanded={isExpanded}
            onToggleExpanded={toggleExpanded}
          />
          <Canvas
            viewport={viewport}
            image={image}
            pins={review.pins}
            selectedKey={selectedKey}
            hoveredKey={review.hoveredKey}
            pulsingKey={pulsingKey}
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
            <ArrivalsChip
              arrivals={review.live.arrivals}
              threads={threads}
              viewport={viewport}
              onShow={show}
            />
          </Canvas>
        </section>
        {isPhone ? (
          <CommentsSheet summary={`${counts.open} open`} stop={shownStop} onStop={handleStop}>
            {thread ? <Thread {...thread} titleId="sheet-thread" /> : panel}
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
        }}
      />
      <ProjectDialogs project={project} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

/** The newest version of the first design. */
function shownDesign({ designs }: Project) {
  const [design] = designs
  const version = design?.versions.at(-1)
  if (!design || !version) throw new Error('A project has at least one design with one version.')
  return { design, version }
}
