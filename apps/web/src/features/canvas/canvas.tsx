import {
  imageToPercent,
  regionToPercent,
  type ClientPoint,
  type ImagePoint,
} from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  useRef,
  type PointerEvent,
} from 'react'
import { type Act, holdRegion, type Placement } from '../review/act'
import { LazyBoundary, lazyParts } from '../../ui/lazy'
import { CanvasOverlays } from './canvas-overlays'
import { ScrollContent } from './scroll-content'
import { type Cluster, useClusteringScale } from './pins/clusters'
import { DesignImage, type DesignImageSource, FailedNote, useDesignLoad } from './design-image'
import { Crosshair } from './gestures/crosshair'
import { useNearArea } from './pins/near-area'
import { nudgePoint } from './gestures/nudge'
import { areSameClusters, arrangePins, PinLayer } from './pins/pin-layer'
import { followsFinger, type PinModel } from '../review/pin-model'
import { pinKeyOf, useEarlyPress, usePress } from './gestures/use-press'
import { type Moving, useDrags } from './gestures/use-drags'
import { useHoverLabel, usePinHover, usePinKeys } from './pins/pin-events'
import type { Viewport } from './zoom/use-viewport'
import { useZoomGestures } from './gestures/use-zoom-gestures'
import './canvas.css'

const parts = lazyParts(() => import('./canvas.lazy'))
const Minimap = parts((file) => file.Minimap, { isFirst: true })
const RegionHandle = parts((file) => file.RegionHandle)
const Strokes = parts((file) => file.Strokes)

interface CanvasProps {
  readonly viewport: Viewport
  readonly image: DesignImageSource
  /** Sorted by number. Empty while comments are hidden. */
  readonly pins: readonly PinModel[]
  readonly selectedKey: string | null
  readonly hoveredKey: string | null
  /** Pins that pulse once: opened by a link, or new. */
  readonly pulsingKeys: ReadonlySet<string>
  readonly canPlace: boolean
  /** What the next press means. */
  readonly act: Act
  /** Whether `Click to comment` is shown beside the pointer, until the visitor's first comment. */
  readonly showsHint: boolean
  /** A press on the design, by pointer or by the crosshair. */
  readonly onPress: (point: ImagePoint, click?: Event) => void
  /** A region was drawn by dragging. */
  readonly onDraw: (placement: Placement) => void
  /** The arrow keys moved the crosshair. */
  readonly onCross: (point: ImagePoint) => void
  readonly onOpenPin: (key: string) => void
  readonly onHoverPin: (key: string | null) => void
  readonly onMovePin: (key: string, placement: Placement) => Promise<void>
  /** A click on neither the design nor a pin. */
  readonly onBackground: () => void
  readonly children?: ReactNode
}

/** The design in its frame with its pins. It knows pins, not comments. */
export function Canvas(props: CanvasProps) {
  const { viewport, image, pins, selectedKey, hoveredKey, act } = props
  const { onPress, onOpenPin, onBackground, onMovePin } = props
  const { natural, scrollerRef } = viewport
  const [openClusterKey, setOpenClusterKey] = useState<string | null>(null)
  const load = useDesignLoad(image.src)
  const canPlace = props.canPlace && !load.hasFailed
  const canPress = canPlace || act.is === 'move' || act.is === 'resize'
  const isRegionTool = act.is === 'region'

  const byKey = useMemo(() => new Map(pins.map((pin) => [pin.key, pin])), [pins])
  const pinOf = useCallback((key: string) => byKey.get(key), [byKey])
  const { onDrag, drawing, moving, show, store } = useDrags({
    viewport,
    pinOf,
    canPlace,
    drawsRegions: isRegionTool,
    onDraw: props.onDraw,
    onMovePin,
  })

  const label = useHoverLabel()
  const hover = usePinHover({ onHoverPin: props.onHoverPin, label })
  const pinKeys = usePinKeys()
  const hint = useClickHint(props.showsHint && canPlace && selectedKey === null, viewport)
  useZoomGestures(viewport)
  useEarlyPress(viewport)

  const press = usePress({
    target: image.src,
    onDrag,
    onClick: useCallback(
      (event, pinKey) => {
        label.close()
        const target = event.target instanceof Element ? event.target : null
        const clusterKey = target?.closest('[data-cluster]')?.getAttribute('data-cluster')
        if (clusterKey) setOpenClusterKey((open) => (open === clusterKey ? null : clusterKey))
        else if (pinKey !== null) onOpenPin(pinKey)
        else if (!target?.closest('button')) {
          const at = { x: event.clientX, y: event.clientY }
          const point = isInside(viewport.sheetRef.current, at) ? viewport.pointAt(at) : null
          if (!point || !canPress) onBackground()
          else onPress(point, event.nativeEvent)
        }
      },
      [label, onOpenPin, onPress, onBackground, viewport, canPress],
    ),
  })

  const nudgeDraft = (event: KeyboardEvent<HTMLElement>) => {
    const pin = pinOf(pinKeyOf(event.target) ?? '')
    const point = pin && followsFinger(pin) ? nudgePoint(pin.point, event, viewport) : null
    if (!pin || !point) return
    event.preventDefault()
    store(pin.key, { point: holdRegion(point, pin.region, natural), region: pin.region })
    viewport.reveal(point)
  }

  const chosenKey = moving?.key ?? selectedKey
  const groupingScale = useClusteringScale(viewport)
  const clusters = useClusters(pins, groupingScale, chosenKey)
  const shown = useMemo(() => withMoved(pins, moving), [pins, moving])
  const shownClusters = useMemo(() => withMovedAlone(clusters, moving), [clusters, moving])
  const chosen = shown.find(({ key }) => key === chosenKey)
  const area = useNearArea(viewport)
  return (
    <div data-frame className="canvas-frame">
      <div
        ref={scrollerRef}
        className="canvas-scroller"
        // Coordinates of a design run from its left edge in every language.
        dir="ltr"
        role="group"
        aria-label={m.canvas_label()}
        tabIndex={0}
        data-places={canPress || undefined}
        data-draws={(canPlace && isRegionTool) || undefined}
        {...press}
        {...hover}
        onPointerMove={(event) => {
          press.onPointerMove(event)
          hint.onPointerMove(event)
        }}
        onPointerLeave={() => {
          hover.onPointerLeave()
          hint.onPointerLeave()
        }}
        onFocus={(event) => {
          hover.onFocus(event)
          pinKeys.onFocus(event)
        }}
        onKeyDown={(event) => {
          nudgeDraft(event)
          pinKeys.onKeyDown(event)
        }}
      >
        <ScrollContent viewport={viewport}>
          <DesignImage
            key={load.key}
            image={image}
            viewport={viewport}
            hasFailed={load.hasFailed}
            onFailed={load.setFailed}
          />
          {shown.some(({ strokes }) => strokes) && (
            <LazyBoundary>
              <Strokes
                pins={shown}
                natural={natural}
                area={area}
                drawnKey={act.is === 'draw' ? act.key : null}
              />
            </LazyBoundary>
          )}
          <PinLayer
            clusters={shownClusters}
            natural={natural}
            area={area}
            tabKey={pinKeys.tabKey}
            selectedKey={chosenKey}
            hoveredKey={hoveredKey}
            pulsingKeys={props.pulsingKeys}
            openClusterKey={openClusterKey}
          />
          {chosen?.canMove && chosen.region && chosen.number !== null && (
            <LazyBoundary>
              <RegionHandle
                key={chosen.key}
                pin={chosen}
                viewport={viewport}
                onResize={(placement) => show(placement && { key: chosen.key, placement })}
                onResized={(placement) => store(chosen.key, placement)}
              />
            </LazyBoundary>
          )}
          {/* A region while it is drawn, and the first of two corners that are tapped one after the other. */}
          {drawing && (
            <span className="canvas-region" data-lit="" style={regionToPercent(drawing, natural)} />
          )}
          {isRegionTool && !act.cross && act.corner && (
            <span className="canvas-corner" style={imageToPercent(act.corner, natural)} />
          )}
          {act.cross && (
            <Crosshair
              key={`${act.is} ${'key' in act ? act.key : ''}`}
              act={act}
              point={act.cross}
              viewport={viewport}
              onMove={props.onCross}
              onPress={onPress}
            />
          )}
        </ScrollContent>
        {hint.element}
      </div>
      <LazyBoundary>
        <Minimap viewport={viewport} pins={shown} selectedKey={chosenKey} />
      </LazyBoundary>
      <CanvasOverlays
        viewport={viewport}
        pins={shown}
        clusters={clusters}
        selectedKey={chosenKey}
        label={label}
        openClusterKey={openClusterKey}
        onCloseCluster={() => setOpenClusterKey(null)}
        onOpenPin={onOpenPin}
        onHoverPin={props.onHoverPin}
      />
      {load.hasFailed && <FailedNote name={image.name} onRetry={load.retry} />}
      {props.children}
    </div>
  )
}

/** The clusters. The array stays the same while they do, because most zooms change none. A deselected pin
 *  joins its neighbours a moment later: the click that closes its popup may be meant for a neighbour, whose
 *  button has to exist until the click arrives. */
function useClusters(pins: readonly PinModel[], scale: number, chosenKey: string | null) {
  const chosenBefore = useDeferredValue(chosenKey)
  const found = useMemo(
    () => arrangePins(pins, scale, new Set([chosenKey, chosenBefore])),
    [pins, scale, chosenKey, chosenBefore],
  )
  const [kept, setKept] = useState(found)
  if (found === kept || areSameClusters(found, kept)) return kept
  setKept(found)
  return found
}

function withMoved(pins: readonly PinModel[], moving: Moving | null): readonly PinModel[] {
  return moving ? pins.map((pin) => (pin.key === moving.key ? { ...pin, ...moving.placement } : pin)) : pins
}

/** The pin that is being moved is not clustered, so the clusters of the others stay. */
function withMovedAlone(
  clusters: readonly Cluster<PinModel>[],
  moving: Moving | null,
): readonly Cluster<PinModel>[] {
  if (!moving) return clusters
  return clusters.map((cluster) =>
    cluster.key === moving.key
      ? { ...cluster, pins: withMoved(cluster.pins, moving), point: moving.placement.point }
      : cluster,
  )
}

function isInside(element: Element | null, at: ClientPoint): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom
}

/** `Click to comment` beside the mouse while it is over the design, and not over a pin. */
function useClickHint(isActive: boolean, { sheetRef }: Viewport) {
  const hint = useRef<HTMLDivElement>(null)
  const element: ReactNode = isActive ? (
    <div ref={hint} aria-hidden="true" hidden className="canvas-hint">
      {m.canvas_click_hint()}
    </div>
  ) : null
  const handlers = useMemo(
    () => ({
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!hint.current) return
        const { target } = event
        const isOver =
          target instanceof Element &&
          sheetRef.current?.contains(target) === true &&
          target.closest('[data-pin], [data-cluster]') === null
        hint.current.hidden = event.pointerType !== 'mouse' || event.buttons !== 0 || !isOver
        hint.current.style.left = `${event.clientX + 14}px`
        hint.current.style.top = `${event.clientY + 18}px`
      },
      onPointerLeave: () => {
        if (hint.current) hint.current.hidden = true
      },
    }),
    [sheetRef],
  )
  return { element, ...handlers }
}
