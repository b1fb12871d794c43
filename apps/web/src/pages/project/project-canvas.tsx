import type { Project } from '@pinmark/shared/entities/project'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Act } from '../../features/review/act'
import { Canvas } from '../../features/canvas/canvas'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { prefetchedComponent, whenIdle } from '../../ui/lazy-component'
import { LazyBoundary } from '../../ui/lazy-boundary'
import { ArrivalsChip, ModeNote } from './lazy-idle-views'
import type { Arrival } from './versions/add-files'
import { pictureOf } from './shown-design'
import type { Placing } from './use-placing'
import type { Review } from './use-review'
import type { VersionChoice } from './use-shown-version'

const FileArrival = prefetchedComponent(async () => (await import('./versions/file-arrival')).FileArrival)

interface ProjectCanvasProps {
  readonly project: Project
  /** The project, limited to the shown version. */
  readonly part: Project
  readonly choice: VersionChoice
  readonly viewport: Viewport
  readonly review: Review
  readonly placing: Placing
  readonly pulsingKeys: ReadonlySet<string>
  readonly onOpenPin: (key: string) => void
  readonly arrival: Arrival | null
  readonly onArrival: (arrival: Arrival | null) => void
  readonly children: ReactNode
}

/** The shown version on the canvas, with its pins, its drop zone for files, and the notes in its corners. */
export function ProjectCanvas(props: ProjectCanvasProps) {
  const { project, part, choice, viewport, review, placing, arrival, onArrival } = props
  const { shown } = choice
  const { link } = project
  const { threads, live, select } = review
  const [arrivals, setArrivals] = useState({ last: arrival, count: 0 })
  if (arrival && arrival !== arrivals.last) setArrivals({ last: arrival, count: arrivals.count + 1 })
  const { act } = placing
  const image = useMemo(() => pictureOf(shown, link), [shown, link])
  const isIdle = useIsIdle()
  const mode = modeOf(act)
  return (
    <Canvas
      viewport={viewport}
      image={image}
      pins={review.pins}
      selectedKey={review.selectedKey}
      hoveredKey={review.hoveredKey}
      pulsingKeys={props.pulsingKeys}
      canPlace={part.can.comment}
      act={act}
      showsHint={threads.length === 0}
      onPress={placing.press}
      onDraw={placing.draw}
      onCross={placing.moveCross}
      onOpenPin={props.onOpenPin}
      onHoverPin={review.hover}
      onMovePin={placing.movePin}
      onBackground={() => select(null)}
    >
      {/* Visitors who cannot add files get a message for it, fetched when the page is idle. */}
      {(project.can.manage || isIdle) && (
        // With the key, files that are chosen after a failure load it again.
        <LazyBoundary key={arrivals.count} onFailed={() => onArrival(null)}>
          <FileArrival project={project} choice={choice} arrival={arrival} onArrival={onArrival} />
        </LazyBoundary>
      )}
      {props.children}
      <div role="status" className="mode-note" data-shown={mode !== null || undefined}>
        {mode && (
          <LazyBoundary>
            <ModeNote mode={mode} placing={placing} />
          </LazyBoundary>
        )}
      </div>
      {live.arrivals.length > 0 && (
        <LazyBoundary>
          <ArrivalsChip arrivals={live.arrivals} threads={threads} viewport={viewport} onShow={review.show} />
        </LazyBoundary>
      )}
    </Canvas>
  )
}

/** The instructions to show; null while a press only places a comment, which needs none. */
function modeOf(act: Act) {
  if (act.cross) return act.is
  return act.is === 'region' ? 'drag' : null
}

/** True once the browser is idle. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}
