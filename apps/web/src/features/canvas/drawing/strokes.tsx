import { type ImageRegion, type NaturalSize, overlaps, regionToPercent } from '@pinmark/shared/coordinates'
import { boundsOf, hasFrame } from '@pinmark/shared/strokes'
import { strokesPath } from '@pinmark/shared/strokes-path'
import { memo, type ReactNode } from 'react'
import { regionOf, type PinModel } from '../../review/pin-model'

interface StrokesProps {
  readonly pins: readonly PinModel[]
  readonly natural: NaturalSize
  /** The area where strokes are drawn. */
  readonly area: ImageRegion | null
  /** The comment that is being drawn on, whose strokes its tool shows. */
  readonly drawnKey: string | null
}

/** The strokes of the shown comments near the visible part, under their pins, and the frames of regions that do not bound
 *  them. The picture scales with the design, so a zoom renders none of it. */
export const Strokes = memo(function Strokes({ pins, natural, area, drawnKey }: StrokesProps) {
  const near = pins.filter(
    ({ strokes, point }) => strokes && area && overlaps(boundsOf(strokes, point), area),
  )
  return (
    <>
      {near.map((pin) => {
        const region = regionOf(pin)
        if (!region || !hasFrame(region, pin.strokes)) return null
        return <span key={pin.key} className="canvas-region" style={regionToPercent(region, natural)} />
      })}
      <StrokesPicture natural={natural}>
        {near.map((pin) => pin.key !== drawnKey && <PinInk key={pin.key} pin={pin} {...natural} />)}
      </StrokesPicture>
    </>
  )
})

const PinInk = memo(function PinInk({ pin, width }: { pin: PinModel; width: number }) {
  const { strokes = [], point, state } = pin
  return <Ink path={strokesPath(strokes, point, width)} isGuess={state === 'check'} />
})

/** An SVG over the whole design, in pixels of its image. */
export function StrokesPicture({ natural, children }: { natural: NaturalSize; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      className="canvas-strokes"
      viewBox={`0 0 ${natural.width} ${natural.height}`}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  )
}

interface InkProps {
  /** In pixels of the image. */
  readonly path: string
  /** Dashed, because the place is a guess. */
  readonly isGuess?: boolean
}

/** The strokes of a comment, inside an SVG of the design. */
export function Ink({ path, isGuess = false }: InkProps) {
  return (
    <g>
      <path className="ink" d={path} data-guess={isGuess || undefined} />
      <path className="ink" d={path} data-guess={isGuess || undefined} />
    </g>
  )
}
