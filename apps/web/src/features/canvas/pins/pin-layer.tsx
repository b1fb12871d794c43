import {
  type ImageRegion,
  imageToPercent,
  type NaturalSize,
  overlaps,
  regionToPercent,
} from '@pinmark/shared/coordinates'
import { Check } from 'lucide-react'
import { memo, useMemo } from 'react'
import { type Cluster, clusterPins } from './clusters'
import { isPointIn } from './near-area'
import { canCluster, followsFinger, type PinModel, type PinState, regionOf } from '../../review/pin-model'
import { m } from '@pinmark/words/messages'
import { formatList } from '../../../lib/format'
import { signOf } from '../../../ui/signs'

interface PinLayerProps {
  readonly clusters: readonly Cluster<PinModel>[]
  readonly natural: NaturalSize
  /** The area where pins are drawn. Elsewhere they exist only for the keyboard and screen readers. */
  readonly area: ImageRegion | null
  /** The pin or cluster that had the focus last. */
  readonly tabKey: string | null
  readonly selectedKey: string | null
  readonly hoveredKey: string | null
  readonly pulsingKeys: ReadonlySet<string>
  readonly openClusterKey: string | null
}

/** All pins in the given order, which is the order of their numbers and so of the arrow keys. Each has its
 *  button at its place, so that screen readers and browser search find it. Only those near the visible
 *  part are drawn. */
export const PinLayer = memo(function PinLayer(props: PinLayerProps) {
  const { clusters, natural, area, tabKey, selectedKey, hoveredKey, pulsingKeys, openClusterKey } = props
  const marked = useMemo(
    // Those of comments with strokes belong to the layer of the strokes.
    () => clusters.flatMap(({ pins }) => pins.filter(({ region, strokes }) => region && !strokes)),
    [clusters],
  )
  const stop =
    clusters.find(({ key }) => key === tabKey) ??
    clusters.find(({ pins }) => pins.some(({ key }) => key === tabKey || key === selectedKey)) ??
    clusters[0]
  const tellsNew = useMemo(() => areFewNew(clusters), [clusters])
  return (
    <>
      {marked.map((pin) => (
        <RegionFrame
          key={pin.key}
          pin={pin}
          natural={natural}
          area={area}
          isLit={pin.key === selectedKey || pin.key === hoveredKey}
        />
      ))}
      {clusters.map((cluster) => {
        const [pin, ...others] = cluster.pins
        if (!pin) return null
        const isNear = area !== null && isPointIn(cluster.point, area)
        if (others.length > 0) {
          const isHovered = cluster.pins.some(({ key }) => key === hoveredKey)
          return (
            <ClusterButton
              key={`cluster ${cluster.key}`}
              clusterKey={cluster.key}
              numbers={numbersOf(cluster)}
              members={cluster.pins.map(({ key }) => key).join(' ')}
              isDrawn={isNear || isHovered}
              isOpen={cluster.key === openClusterKey}
              isHovered={isHovered}
              isTabStop={cluster === stop}
              isUnread={tellsNew && cluster.pins.some(({ isUnread }) => isUnread)}
              {...imageToPercent(cluster.point, natural)}
            />
          )
        }
        const [isSelected, isHovered] = [pin.key === selectedKey, pin.key === hoveredKey]
        return (
          <CanvasPin
            key={pin.key}
            pinKey={pin.key}
            number={pin.number}
            label={pin.label}
            state={pin.state}
            isDrawn={isNear || isSelected || isHovered}
            isTabStop={cluster === stop}
            isUnread={tellsNew && pin.isUnread}
            isSelected={isSelected}
            isHovered={isHovered}
            isPulsing={pulsingKeys.has(pin.key)}
            followsFinger={followsFinger(pin)}
            {...imageToPercent(pin.point, natural)}
          />
        )
      })}
    </>
  )
})

/** Clusters the pins, except selected and unsent ones. */
export function arrangePins(
  pins: readonly PinModel[],
  scale: number,
  selectedKeys: ReadonlySet<string | null>,
): Cluster<PinModel>[] {
  return clusterPins(pins, scale, (pin) => !canCluster(pin) || selectedKeys.has(pin.key))
}

/** Whether both have the same clusters of the same pins. Then no render is needed. */
export function areSameClusters(
  some: readonly Cluster<PinModel>[],
  others: readonly Cluster<PinModel>[],
): boolean {
  return (
    some.length === others.length &&
    some.every(({ pins }, index) => {
      const other = others[index]?.pins
      return pins.length === other?.length && pins.every((pin, place) => pin === other[place])
    })
  )
}

/** A sign on more than half of the pins says nothing. */
function areFewNew(clusters: readonly Cluster<PinModel>[]): boolean {
  const pins = clusters.flatMap((cluster) => cluster.pins)
  return pins.filter(({ isUnread }) => isUnread).length * 2 <= pins.length
}

function numbersOf(cluster: Cluster<PinModel>): string {
  return cluster.pins.map(({ number }) => String(number)).join(' ')
}

interface RegionFrameProps {
  readonly pin: PinModel
  readonly natural: NaturalSize
  readonly area: ImageRegion | null
  readonly isLit: boolean
}

function RegionFrame({ pin, natural, area, isLit }: RegionFrameProps) {
  const region = regionOf(pin)
  if (!region || !area || !overlaps(region, area)) return null
  return (
    <span className="canvas-region" data-lit={isLit || undefined} style={regionToPercent(region, natural)} />
  )
}

interface CanvasPinProps {
  readonly pinKey: string
  readonly number: number | null
  readonly label: string
  readonly left: string
  readonly top: string
  readonly state: PinState
  /** False outside of the visible part. The button then exists without its drawing. */
  readonly isDrawn: boolean
  /** Whether Tab reaches it. The arrow keys reach every pin. */
  readonly isTabStop: boolean
  readonly isUnread: boolean
  readonly isSelected: boolean
  readonly isHovered: boolean
  readonly isPulsing: boolean
  readonly followsFinger: boolean
}

/** A pin whose tip is at its image pixel at every zoom, because it is placed in percent of the image box. The
 *  canvas has one listener for clicks and hovering of all pins. Every prop is a plain value, so that of 1,000
 *  pins only the changed ones render. */
const CanvasPin = memo(function CanvasPin(props: CanvasPinProps) {
  return (
    <button
      type="button"
      className="canvas-pin"
      data-pin={props.pinKey}
      data-state={props.state}
      data-far={!props.isDrawn || undefined}
      data-selected={props.isSelected || undefined}
      data-hovered={props.isHovered || undefined}
      data-pulse={props.isPulsing || undefined}
      data-follows={props.followsFinger || undefined}
      aria-label={props.label}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-expanded={props.isSelected}
      style={{ left: props.left, top: props.top }}
    >
      {props.isDrawn && (
        <b translate="no" data-long={(props.number ?? 0) > 99 || undefined}>
          {props.state === 'resolved' ? (
            <Check size={14} strokeWidth={3} />
          ) : (
            signOf(props.state, props.number)
          )}
        </b>
      )}
      {props.isDrawn && props.isUnread && <i />}
    </button>
  )
})

interface ClusterButtonProps {
  readonly clusterKey: string
  /** Numbers of its comments with spaces between: a string, so that the memoised button renders only when they change. */
  readonly numbers: string
  /** Their keys, so that the pin of each can be found. */
  readonly members: string
  readonly left: string
  readonly top: string
  /** As with a pin. */
  readonly isDrawn: boolean
  readonly isOpen: boolean
  readonly isHovered: boolean
  /** Whether Tab reaches it. The arrow keys reach every pin. */
  readonly isTabStop: boolean
  readonly isUnread: boolean
}

/** A button for pins that would cover each other. It opens a list of them. It shows a count after ×, which no
 *  pin has. */
const ClusterButton = memo(function ClusterButton(props: ClusterButtonProps) {
  const numbers = props.numbers.split(' ')
  return (
    <button
      type="button"
      className="canvas-cluster"
      data-cluster={props.clusterKey}
      data-members={props.members}
      data-far={!props.isDrawn || undefined}
      data-hovered={props.isHovered || undefined}
      aria-haspopup="dialog"
      tabIndex={props.isTabStop ? 0 : -1}
      aria-expanded={props.isOpen}
      aria-label={clusterLabel(numbers, props.isUnread)}
      style={{ left: props.left, top: props.top }}
    >
      {props.isDrawn && (
        <b translate="no" data-long={numbers.length > 9 || undefined}>{`×${numbers.length}`}</b>
      )}
      {props.isDrawn && props.isUnread && <i />}
    </button>
  )
})

/** The button's name does not contain longer lists of numbers. */
const spokenNumbers = 6

export function clusterLabel(numbers: readonly string[], isUnread: boolean): string {
  const count = numbers.length
  const rest = count - spokenNumbers
  const spoken = formatList(
    rest > 0 ? [...numbers.slice(0, spokenNumbers), m.list_more({ count: rest })] : numbers,
  )
  return isUnread
    ? m.cluster_label_new({ count, numbers: spoken })
    : m.cluster_label({ count, numbers: spoken })
}
