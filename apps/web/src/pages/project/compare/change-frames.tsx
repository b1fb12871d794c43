import { regionToPercent, type NaturalSize } from '@pinmark/shared/coordinates'
import { useId } from 'react'
import type { ShownChange } from './changes'

interface ChangeFramesProps {
  readonly changes: readonly ShownChange[]
  readonly natural: NaturalSize
  /** Number of the selected change. */
  readonly changeAt: number | null
  readonly onChange: (number: number) => void
}

/** Numbered frames around the changes, with everything else greyed out. */
export function ChangeFrames({ changes, natural, changeAt, onChange }: ChangeFramesProps) {
  const maskId = useId()
  const { width, height } = natural
  return (
    <>
      <svg aria-hidden className="compare-dim" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <mask id={maskId} maskUnits="userSpaceOnUse" x={0} y={0} width={width} height={height}>
          <rect width={width} height={height} fill="white" />
          {changes.map(({ number, area: { x, y, w, h } }) => (
            <rect key={number} x={x} y={y} width={w} height={h} fill="black" />
          ))}
        </mask>
        <rect width={width} height={height} mask={`url(#${maskId})`} />
      </svg>
      {changes.map(({ number, kind, area, part }) => (
        <button
          key={number}
          type="button"
          className="compare-frame"
          data-change={number}
          data-kind={kind}
          data-selected={number === changeAt || undefined}
          aria-label={`Change ${number}: ${kind}, ${sizeWords(part)}`}
          aria-pressed={number === changeAt}
          style={regionToPercent(area, natural)}
          onClick={() => onChange(number)}
        >
          <b aria-hidden className="compare-square tabular">
            {number}
          </b>
        </button>
      ))}
    </>
  )
}

/** `250 × 40 px` */
function sizeWords({ w, h }: { w: number; h: number }): string {
  return `${Math.round(w)} × ${Math.round(h)} px`
}
