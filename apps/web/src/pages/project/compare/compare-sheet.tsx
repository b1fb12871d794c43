import type { ImagePoint } from '@pinmark/shared/coordinates'
import { useMemo, useState, type ReactNode } from 'react'
import { ScrollContent } from '../../../features/canvas/scroll-content'
import { Strokes } from '../../../features/canvas/drawing/strokes'
import { ClusterList } from '../../../features/canvas/pins/cluster-list'
import { useNearArea } from '../../../features/canvas/pins/near-area'
import { arrangePins, PinLayer } from '../../../features/canvas/pins/pin-layer'
import type { PinModel } from '../../../features/review/pin-model'
import { useClusteringScale } from '../../../features/canvas/pins/clusters'
import { startPan } from '../../../features/canvas/gestures/use-drags'
import { usePinKeys } from '../../../features/canvas/pins/pin-events'
import { usePress } from '../../../features/canvas/gestures/use-press'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { useZoomGestures } from '../../../features/canvas/gestures/use-zoom-gestures'

interface CompareSheetProps {
  readonly viewport: Viewport
  /** Accessible name of the scroll container. */
  readonly label: string
  /** Empty while they are hidden. */
  readonly pins: readonly PinModel[]
  readonly selectedKey: string | null
  readonly onOpenPin: (key: string) => void
  /** Called with a press on the pictures that is neither a drag nor on a pin. */
  readonly onPress?: ((point: ImagePoint) => void) | undefined
  /** The pictures. */
  readonly children: ReactNode
}

/** A light table of the comparison: the pictures on a sheet that scrolls and zooms, with their pins. */
export function CompareSheet(props: CompareSheetProps) {
  const { viewport, label, pins, selectedKey, onOpenPin, onPress, children } = props
  const { natural, scrollerRef } = viewport
  useZoomGestures(viewport)
  const pinKeys = usePinKeys()
  const area = useNearArea(viewport)
  const scale = useClusteringScale(viewport)
  // The pin of the open thread stays in its cluster too. Alone, it would cover the button of the others, and this
  // window has no list of comments.
  const clusters = useMemo(() => arrangePins(pins, scale, noKeys), [pins, scale])
  const [openButton, setOpenButton] = useState<HTMLElement | null>(null)
  const opened = clusters.find(({ key }) => key === openButton?.dataset['cluster'])
  const press = usePress({
    target: label,
    onDrag: ({ pointerType, start }, scroller) =>
      pointerType === 'mouse' ? startPan(scroller, start) : null,
    onClick: ({ target, clientX: x, clientY: y }, pinKey) => {
      if (pinKey !== null) onOpenPin(pinKey)
      if (!(target instanceof Element)) return
      setOpenButton(target.closest<HTMLElement>('[data-cluster]'))
      const point = target.closest('.compare-pictures') && viewport.pointAt({ x, y })
      if (point) onPress?.(point)
    },
  })
  const sheet = (
    <div
      ref={scrollerRef}
      className="canvas-scroller"
      dir="ltr"
      role="group"
      aria-label={label}
      tabIndex={0}
      {...press}
      onFocus={pinKeys.onFocus}
      onKeyDown={pinKeys.onKeyDown}
    >
      <ScrollContent viewport={viewport}>
        {children}
        <Strokes pins={pins} natural={natural} area={area} drawnKey={null} />
        <PinLayer
          clusters={clusters}
          natural={natural}
          area={area}
          tabKey={pinKeys.tabKey}
          selectedKey={selectedKey}
          hoveredKey={selectedKey}
          pulsingKeys={noKeys}
          openClusterKey={opened?.key ?? null}
        />
      </ScrollContent>
    </div>
  )
  return (
    <>
      {sheet}
      {openButton && opened && opened.pins.length > 1 && (
        <ClusterList
          anchor={openButton}
          pins={opened.pins}
          onHover={() => undefined}
          onChoose={(key) => {
            // Gets the focus back from the thread.
            openButton.focus({ preventScroll: true })
            onOpenPin(key)
          }}
          onClose={({ returnsFocus }) => {
            setOpenButton(null)
            if (returnsFocus) openButton.focus()
          }}
        />
      )}
    </>
  )
}

const noKeys: ReadonlySet<string> = new Set()
