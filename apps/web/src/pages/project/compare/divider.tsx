import { m } from '@pinmark/words/messages'
import { ChevronsLeftRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { readStored, writeStored } from '../../../lib/storage'
import { useIsCoarse } from '../../../lib/browser-state'
import { formatPercent } from '../../../lib/format'

interface DividerProps {
  /** Share of the width that shows the older version, in percent. */
  readonly share: number
  readonly label: string
  /** Number of the older version. */
  readonly before: number
  readonly onShare: (share: number) => void
}

/** The line between the two versions. Its handle can be dragged, or moved by the arrow keys; a press on the picture
 *  moves it there. */
export function Divider({ share, label, before, onShare }: DividerProps) {
  const handle = useRef<HTMLDivElement>(null)
  // It is rendered after the frame is measured, and then takes the focus.
  useEffect(() => handle.current?.focus({ preventScroll: true }), [])
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const sheet = currentTarget.closest('.canvas-sheet')?.getBoundingClientRect()
    if (sheet) onShare(held(((clientX - sheet.left) / sheet.width) * 100))
  }
  return (
    <div className="compare-track" style={{ translate: `${share}% 0` }}>
      <div
        role="slider"
        tabIndex={0}
        ref={handle}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
        aria-valuetext={m.divider_share({ percent: formatPercent(share / 100), number: before })}
        className="compare-divider"
        onKeyDown={(event) => {
          const next = sharedBy(event, share)
          if (next === null) return
          event.preventDefault()
          onShare(next)
        }}
        onPointerDown={(event) => {
          // It does not pan.
          event.stopPropagation()
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.focus({ preventScroll: true })
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event)
        }}
      >
        <span className="compare-knob">
          <ChevronsLeftRight size={18} />
        </span>
      </div>
    </div>
  )
}

/** Left and Right by 1 %, with Shift by 10 %, Home and End to the edges. */
function sharedBy({ key, shiftKey }: KeyboardEvent, share: number): number | null {
  const step = shiftKey ? 10 : 1
  if (key === 'ArrowLeft') return held(share - step)
  if (key === 'ArrowRight') return held(share + step)
  if (key === 'Home') return 0
  return key === 'End' ? 100 : null
}

function held(share: number): number {
  return Math.min(Math.max(share, 0), 100)
}

const hintKey = 'pinmark.divider-hint'
const hintMs = 4_000

/** A hint how to move the divider, shown for a moment the first time in this browser. */
export function DividerHint() {
  const [isShown, setShown] = useState(() => readStored(hintKey) === null)
  const isCoarse = useIsCoarse()
  useEffect(() => {
    writeStored(hintKey, 'shown')
    const timer = setTimeout(() => setShown(false), hintMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return <p className="compare-label compare-hint">{isCoarse ? m.divider_drag() : m.divider_keys()}</p>
}
