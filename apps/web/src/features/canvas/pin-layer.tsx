import { imageToPercent, regionToPercent, type NaturalSize } from '@pinmark/shared/coordinates'
import { memo, useMemo } from 'react'
import { CanvasPin } from './canvas-pin'
import { ClusterButton } from './cluster-button'
import { groupPins, type Cluster } from './clusters'
import { canGroup, followsFinger, regionOf, type PinModel } from './pin-model'

interface PinLayerProps {
  readonly pins: readonly PinModel[]
  readonly natural: NaturalSize
  /** CSS pixels per image pixel; may lag behind while zooming. */
  readonly scale: number
  readonly selectedKey: string | null
  readonly hoveredKey: string | null
  readonly pulsingKeys: ReadonlySet<string>
  readonly openClusterKey: string | null
}

/** All pins, in the order given (which is the order of their numbers, and so of the Tab key). */
export const PinLayer = memo(function PinLayer(props: PinLayerProps) {
  const { pins, natural, scale, selectedKey, hoveredKey, pulsingKeys, openClusterKey } = props
  const clusters = useMemo(() => arrange(pins, scale, selectedKey), [pins, scale, selectedKey])
  return (
    <>
      {pins.map((pin) => (
        <RegionFrame
          key={pin.key}
          pin={pin}
          natural={natural}
          isLit={pin.key === selectedKey || pin.key === hoveredKey}
        />
      ))}
      {clusters.map((cluster) => {
        const [pin, ...others] = cluster.pins
        if (!pin) return null
        if (others.length > 0) {
          return (
            <ClusterButton
              key={`cluster ${cluster.key}`}
              clusterKey={cluster.key}
              numbers={numbersOf(cluster)}
              members={cluster.pins.map(({ key }) => key).join(' ')}
              isOpen={cluster.key === openClusterKey}
              isHovered={cluster.pins.some(({ key }) => key === hoveredKey)}
              isUnread={cluster.pins.some(({ isUnread }) => isUnread)}
              {...imageToPercent(cluster.point, natural)}
            />
          )
        }
        return (
          <CanvasPin
            key={pin.key}
            pinKey={pin.key}
            number={pin.number}
            label={pin.label}
            state={pin.state}
            isUnread={pin.isUnread}
            isSelected={pin.key === selectedKey}
            isHovered={pin.key === hoveredKey}
            isPulsing={pulsingKeys.has(pin.key)}
            followsFinger={followsFinger(pin)}
            {...imageToPercent(pin.point, natural)}
          />
        )
      })}
    </>
  )
})

/** Groups what may be grouped; the selected pin and everything unsent stand alone. */
export function arrange(
  pins: readonly PinModel[],
  scale: number,
  selectedKey: string | null,
): Cluster<PinModel>[] {
  const order = new Map(pins.map(({ key }, index) => [key, index]))
  const groupable = pins.filter((pin) => canGroup(pin) && pin.key !== selectedKey)
  const alone = pins.filter((pin) => !canGroup(pin) || pin.key === selectedKey)
  return [
    ...groupPins(groupable, scale),
    ...alone.map((pin) => ({ key: pin.key, pins: [pin], point: pin.point })),
  ].sort((one, other) => (order.get(one.key) ?? 0) - (order.get(other.key) ?? 0))
}

function numbersOf(cluster: Cluster<PinModel>): string {
  return cluster.pins.map(({ number }) => String(number)).join(' ')
}

function RegionFrame({ pin, natural, isLit }: { pin: PinModel; natural: NaturalSize; isLit: boolean }) {
  const region = regionOf(pin)
  if (!region) return null
  return (
    <span className="canvas-region" data-lit={isLit || undefined} style={regionToPercent(region, natural)} />
  )
}
