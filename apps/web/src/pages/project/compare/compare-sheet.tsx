import { useMemo, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { ScrollContent } from '../../../features/canvas/scroll-content'
import { ClusterList } from '../../../features/canvas/pins/cluster-list'
import { useNearArea } from '../../../features/canvas/pins/near-area'
import { arrangePins, PinLayer } from '../../../features/canvas/pins/pin-layer'
import type { PinModel } from '../../../features/canvas/pins/pin-model'
import { useClusteringScale } from '../../../features/canvas/pins/use-clustering-scale'
import { pinKeyOf } from '../../../features/canvas/gestures/use-press'
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
  /** The pictures. */
  readonly children: ReactNode
}

/** A light table of the comparison: the pictures on a sheet that scrolls and zooms, with their pins. */
export function CompareSheet({ viewport, label, pins, selectedKey, onOpenPin, children }: CompareSheetProps) {
  const { natural, scrollerRef } = viewport
  useZoomGestures(viewport)
  const area = useNearArea(viewport)
  const scale = useClusteringScale(viewport)
  // The pin of the open thread stays in its cluster too. Alone, it would cover the button of the others, and this
  // window has no list of comments.
  const clusters = useMemo(() => arrangePins(pins, scale, noKeys), [pins, scale])
  const [openButton, setOpenButton] = useState<HTMLElement | null>(null)
  const opened = clusters.find(({ key }) => key === openButton?.dataset['cluster'])
  const sheet = (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- The pins are buttons; their clicks are heard once.
    <div
      ref={scrollerRef}
      className="canvas-scroller"
      role="group"
      aria-label={label}
      tabIndex={0}
      onClick={({ target }) => {
        const key = pinKeyOf(target)
        if (key !== null) onOpenPin(key)
        setOpenButton(target instanceof Element ? target.closest<HTMLElement>('[data-cluster]') : null)
      }}
      onPointerDown={usePan()}
    >
      <ScrollContent viewport={viewport}>
        {children}
        <PinLayer
          clusters={clusters}
          natural={natural}
          area={area}
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

/** Drags the table with a mouse to scroll it. Fingers scroll natively. */
function usePan() {
  const panning = useRef<AbortController | null>(null)
  return (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: scroller, target, clientX, clientY, pointerType, button } = event
    const isControl = target instanceof Element && target.closest('button, [role=slider]') !== null
    if (pointerType !== 'mouse' || button !== 0 || isControl) return
    panning.current?.abort()
    panning.current = new AbortController()
    const { signal } = panning.current
    const { scrollLeft, scrollTop } = scroller
    const end = () => {
      panning.current?.abort()
      delete scroller.dataset['panning']
    }
    window.addEventListener(
      'pointermove',
      (to) => {
        scroller.dataset['panning'] = ''
        scroller.scrollTo({
          left: scrollLeft - (to.clientX - clientX),
          top: scrollTop - (to.clientY - clientY),
          behavior: 'instant',
        })
      },
      { signal },
    )
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }
}
