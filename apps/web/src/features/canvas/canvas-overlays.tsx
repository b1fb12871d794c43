import { useEffect, useMemo } from 'react'
import { LazyBoundary, lazyParts } from '../../ui/lazy'
import type { Cluster } from './pins/clusters'
import type { PinModel } from '../review/pin-model'
import type { useHoverLabel } from './pins/pin-events'
import type { Viewport } from './zoom/use-viewport'

const parts = lazyParts(() => import('./canvas.lazy'))
const HoverLabel = parts((file) => file.HoverLabel)
const ClusterList = parts((file) => file.ClusterList)

interface CanvasOverlaysProps {
  readonly viewport: Viewport
  readonly pins: readonly PinModel[]
  readonly clusters: readonly Cluster<PinModel>[]
  readonly selectedKey: string | null
  readonly label: ReturnType<typeof useHoverLabel>
  readonly openClusterKey: string | null
  readonly onCloseCluster: () => void
  readonly onOpenPin: (key: string) => void
  readonly onHoverPin: (key: string | null) => void
}

/** Overlays that may extend beyond the frame: the label of a pin, the list of a cluster. */
export function CanvasOverlays(props: CanvasOverlaysProps) {
  const { viewport, pins, clusters, selectedKey, label, openClusterKey, onCloseCluster, onOpenPin } = props
  const labelled = useMemo(
    () => pins.find(({ key }) => key === label.openKey && key !== selectedKey),
    [pins, label.openKey, selectedKey],
  )
  // A removed pin fires neither pointerleave nor blur.
  const { openKey, close: closeLabel } = label
  const isGone = openKey !== null && !pins.some(({ key }) => key === openKey)
  useEffect(() => {
    if (isGone) closeLabel()
  }, [isGone, closeLabel])
  const labelAnchor = useMemo(() => labelled && viewport.anchorOf(labelled.point), [labelled, viewport])

  const cluster = clusters.find(({ key, pins: { length } }) => key === openClusterKey && length > 1)
  const clusterButton =
    cluster &&
    viewport.sheetRef.current?.querySelector<HTMLElement>(`[data-cluster="${CSS.escape(cluster.key)}"]`)

  return (
    <>
      {labelled?.preview && labelAnchor && (
        <LazyBoundary onFailed={label.close}>
          <HoverLabel
            key={labelled.key}
            anchor={labelAnchor}
            preview={labelled.preview}
            onEnter={label.keep}
            onLeave={label.leave}
            onClose={label.close}
          />
        </LazyBoundary>
      )}
      {cluster && clusterButton && (
        <LazyBoundary onFailed={onCloseCluster}>
          <ClusterList
            anchor={clusterButton}
            pins={cluster.pins}
            onHover={props.onHoverPin}
            onChoose={(key) => {
              onCloseCluster()
              onOpenPin(key)
            }}
            onClose={({ returnsFocus }) => {
              onCloseCluster()
              if (returnsFocus) clusterButton.focus()
            }}
          />
        </LazyBoundary>
      )}
    </>
  )
}
