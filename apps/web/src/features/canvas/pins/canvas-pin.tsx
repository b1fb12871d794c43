import { memo } from 'react'
import type { PinState } from '../../review/pin-model'

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
export const CanvasPin = memo(function CanvasPin(props: CanvasPinProps) {
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
          {props.state === 'resolved' ? <Check /> : signOf(props.state, props.number)}
        </b>
      )}
      {props.isDrawn && props.isUnread && <i />}
    </button>
  )
})

function signOf(state: PinState, number: number | null): string {
  if (state === 'draft') return '+'
  if (state === 'sending') return '•••'
  if (state === 'failed') return '!'
  return String(number ?? '')
}

/** An SVG, because the font has no check mark and fallback fonts differ. */
function Check() {
  return (
    <svg
      aria-hidden
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M20 6 9 17l-5-5" />
    </svg>
  )
}
