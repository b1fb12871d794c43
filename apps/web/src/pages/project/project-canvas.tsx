import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Act } from '../../features/review/act'
import { Canvas } from '../../features/canvas/canvas'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { LazyBoundary, whenIdle } from '../../ui/lazy'
import { ArrivalsChip, Drawing, FileArrival, ModeNote } from './lazy-parts'
import { focusPin } from './use-focus-fallback'
import { useReview, useReviewState } from '../../features/review/use-review'
import { imagePath } from '@pinmark/shared/image-path'
import type { Project } from '@pinmark/shared/entities/project'
import { pagePaths, type ServedRendition } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import type { DesignImageSource } from '../../features/canvas/design-image'
import { preloadedPicturesOf } from '../../ui/first-paint'
import type { ShownVersion } from '../../features/review/views'

interface ProjectCanvasProps {
  readonly viewport: Viewport
  /** Comments of others that came while the page was open. */
  readonly arrivals: readonly string[]
  readonly children: ReactNode
}

/** The shown version on the canvas, with its pins, its drop zone for files, and the notes in its corners. */
export function ProjectCanvas({ viewport, arrivals, children }: ProjectCanvasProps) {
  const review = useReview()
  const { project, part, shown, threads, pins, versions, addFiles } = review
  const { link } = project
  const act = useReviewState((state) => state.act)
  const hoveredKey = useReviewState((state) => state.hoveredKey)
  const arrival = useReviewState((state) => state.arrival)
  const [files, setFiles] = useState({ last: arrival, count: 0 })
  if (arrival && arrival !== files.last) setFiles({ last: arrival, count: files.count + 1 })
  const image = useMemo(() => pictureOf(shown, link), [shown, link])
  const isIdle = useIsIdle()
  const isLinkedThere = threads.some(({ key }) => key === versions.linkedKey)
  const pulsingKeys = usePulsing(arrivals, isLinkedThere ? versions.linkedKey : null)
  usePinFocus(viewport)
  const mode = modeOf(act)
  return (
    <Canvas
      viewport={viewport}
      image={image}
      pins={pins}
      selectedKey={review.selectedKey}
      hoveredKey={hoveredKey}
      pulsingKeys={pulsingKeys}
      canPlace={part.can.comment}
      act={act}
      showsHint={!threads.some(({ comment }) => comment?.mine ?? true)}
      onPress={review.press}
      onDraw={review.draw}
      onCross={review.moveCross}
      onOpenPin={review.openPin}
      onHoverPin={review.hover}
      onMovePin={review.move}
      onBackground={() => review.select(null)}
    >
      {/* Visitors who cannot add files get a message for it, fetched when the page is idle. */}
      {(project.can.manage || isIdle) && (
        // With the key, files that are chosen after a failure load it again.
        <LazyBoundary key={files.count} onFailed={() => addFiles(null)}>
          <FileArrival />
        </LazyBoundary>
      )}
      {children}
      <div role="status" className="mode-note" data-shown={mode !== null || act.is === 'draw' || undefined}>
        {act.is === 'draw' && (
          <LazyBoundary onFailed={() => review.cancel('cancel')}>
            <Drawing act={act} viewport={viewport} />
          </LazyBoundary>
        )}
        {mode && (
          <LazyBoundary>
            <ModeNote mode={mode} centre={viewport.centre} />
          </LazyBoundary>
        )}
      </div>
      {arrivals.length > 0 && (
        <LazyBoundary>
          <ArrivalsChip arrivals={arrivals} viewport={viewport} />
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

/** Gives the focus to the pin that the session names, as soon as it is drawn: a filter of the list may have to change. */
function usePinFocus({ scrollerRef }: Viewport): void {
  const { pins, focus } = useReview()
  const focusKey = useReviewState((state) => state.focusKey)
  useEffect(() => {
    if (focusKey !== null && focusPin(scrollerRef.current, focusKey)) focus(null)
  }, [focusKey, pins, scrollerRef, focus])
}

function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}

/** A little longer than the animation, so that a pin that is rendered again later does not pulse again. */
const pulseMs = 1_500

/** The pins that pulse: those of comments that have just arrived, and the one in the address. */
function usePulsing(arrivals: readonly string[], linkedKey: string | null): ReadonlySet<string> {
  const [over, setOver] = useState<ReadonlySet<string>>(new Set())
  const pulsing = useMemo(
    () => new Set([...arrivals, ...(linkedKey === null ? [] : [linkedKey])].filter((key) => !over.has(key))),
    [arrivals, linkedKey, over],
  )
  useEffect(() => {
    if (pulsing.size === 0) return undefined
    const timer = setTimeout(() => setOver((known) => new Set([...known, ...pulsing])), pulseMs)
    return () => clearTimeout(timer)
  }, [pulsing])
  return pulsing
}

/** The picture of a version, as the canvas draws it. */
function pictureOf({ design, version, isOnly }: ShownVersion, link: Project['link']): DesignImageSource {
  const { _id, placeholder, width, height, narrowWidth } = version.image
  const preloaded = link.closedAt === null ? preloadedPicturesOf(pagePaths.project(link.id)) : []
  const srcOf = (rendition: ServedRendition) => {
    const src = imagePath(_id, rendition)
    return preloaded.find((path) => withoutSeal(path) === withoutSeal(src)) ?? src
  }
  const src = srcOf('view')
  const narrow = narrowWidth === undefined ? undefined : { src: srcOf('narrow'), width: narrowWidth }
  const alt = m.design_alt({ name: design.title, number: version.number })
  const name = isOnly ? undefined : m.version_lower({ number: version.number })
  return { src, placeholder, alt, name, width, height, narrow }
}

/** The path of an image without the seal, which differs between the owner and the link. While the link is
 *  open, the owner's page uses the picture that the server preloaded for the link, instead of fetching the
 *  same bytes again. */
function withoutSeal(path: string): string {
  return path.replace(/^(\/images\/[\w-]{22})[\w-]{22}\//, '$1/')
}
