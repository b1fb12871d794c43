import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { applyFrameHeight, chooseFrameHeight, readFrameHeight } from '../../lib/frame-height'
import { useStored } from '../../lib/store'
import { pageConstants } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useReview } from '../../features/review/use-review'
import { Button } from '../../ui/button'

const leastPx = 240

/** Within its limits: a frame that is higher than the window would hide its own lower edge. */
function hold(height: number): number {
  return Math.round(Math.min(Math.max(height, leastPx), mostPx()))
}

function mostPx(): number {
  return Math.max(window.innerHeight, pageConstants.frameHeightPx)
}

/** One press of an arrow key, in CSS pixels. */
const stepPx = 40

/** The lower edge of the frame, and all room below it: dragging it or the arrow keys change the height of the frame. An
 *  expanded design has the height of the window. */
export function FrameHandle({ isExpanded }: { isExpanded: boolean }) {
  const chosen = useStored(readFrameHeight)
  const drag = useRef<{ readonly fromY: number; readonly from: number } | null>(null)
  const height = chosen ?? pageConstants.frameHeightPx

  const heightAt = ({ clientY }: PointerEvent) =>
    drag.current && hold(drag.current.from + clientY - drag.current.fromY)

  function handleKeyDown(event: KeyboardEvent) {
    const to = { ArrowDown: height + stepPx, ArrowUp: height - stepPx, Home: leastPx, End: mostPx() }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    chooseFrameHeight(hold(to))
  }

  return (
    <div className="frame-handle" data-expanded={isExpanded || undefined}>
      {!isExpanded && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A separator that moves is no `hr`.
        <div
          role="separator"
          aria-label={m.frame_height()}
          aria-orientation="horizontal"
          aria-valuenow={height}
          aria-valuemin={leastPx}
          aria-valuemax={mostPx()}
          aria-valuetext={m.frame_height_px({ count: height })}
          tabIndex={0}
          className="frame-edge"
          onKeyDown={handleKeyDown}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            drag.current = { fromY: event.clientY, from: height }
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={(event) => {
            const moved = heightAt(event)
            if (moved !== null) applyFrameHeight(moved)
          }}
          onPointerUp={(event) => {
            const moved = heightAt(event)
            drag.current = null
            if (moved !== null && moved !== height) chooseFrameHeight(moved)
          }}
          onPointerCancel={() => {
            drag.current = null
            applyFrameHeight()
          }}
        >
          <span aria-hidden className="frame-grip" />
          {chosen === null && <span className="frame-hint">{m.frame_hint()}</span>}
        </div>
      )}
      <ExpandButton isExpanded={isExpanded} />
    </div>
  )
}

/** Below the frame, where a long design is cut off. On phones, "Expand" is in the menu of the head, which an expanded
 *  design hides, so only the way back is a button. */
function ExpandButton({ isExpanded }: { isExpanded: boolean }) {
  const { toggleExpanded } = useReview()
  const Icon = isExpanded ? Minimize2 : Maximize2
  const label = isExpanded ? m.expand_back() : m.expand()
  return (
    <Button
      size="sm"
      variant="quiet"
      className="expand-button"
      data-expanded={isExpanded || undefined}
      data-tooltip={m.tooltip_with_key({ label, key: 'F' })}
      onClick={toggleExpanded}
    >
      <Icon />
      <span>{label}</span>
    </Button>
  )
}
