import { imageToPercent, type ImagePoint } from '@pinmark/shared/coordinates'
import { linePath, strokesPath } from '@pinmark/shared/strokes-path'
import { m } from '@pinmark/words/messages'
import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { announce } from '../../../lib/announce'
import { useIsCoarse } from '../../../lib/browser-state'
import { Button, IconButton } from '../../../ui/button'
import type { DrawAct } from '../../review/act'
import { useReview } from '../../review/use-review'
import { Crosshair } from '../gestures/crosshair'
import type { Viewport } from '../zoom/use-viewport'
import { DrawTools, toolName } from './draw-tools'
import { penLine, roomFor } from './drawn'
import { DrawingSurface } from './drawing-surface'
import { Ink } from './ink'
import { StrokesPicture } from './strokes'
import { useDrawn } from './use-drawn'

interface DrawingProps {
  readonly act: DrawAct
  readonly viewport: Viewport
}

/** The tools that draw on the design, in the note at its lower edge, and what is drawn with them. */
export function Drawing({ act, viewport }: DrawingProps) {
  const { tool, key } = act
  const { natural } = viewport
  const { beginDraw } = useReview()
  const isCoarse = useIsCoarse()
  const { drawn, isPending, add, undo, finish } = useDrawn(act, natural)
  const [cross, setCross] = useState(act.from)
  const [tail, setTail] = useState<ImagePoint | null>(null)
  const [line, setLine] = useState<readonly ImagePoint[]>([])
  const room = roomFor(drawn ?? {})
  const canDraw = room > 0 && !isPending

  const draw = (points: readonly ImagePoint[]) => {
    setTail(null)
    const [from, to] = [points[0], points.at(-1)]
    if (!canDraw || !from || !to) return
    add(tool === 'arrow' ? [from, to] : penLine(points, 1 / viewport.currentScale(), room))
    announce(m.draw_added())
  }
  const press = (point: ImagePoint) => {
    if (tail) draw([tail, point])
    else if (canDraw) setTail(point)
  }

  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    if (tail) setTail(null)
    else finish()
  })
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    window.addEventListener('keydown', (event) => handleEscape(event), options)
    return () => controller.abort()
  }, [])

  const [start, end] = [line[0], line.at(-1)]
  const straight = tail && cross ? [tail, cross] : tool === 'arrow' && start && end ? [start, end] : null
  const unfinished = straight ?? line
  const sheet = viewport.sheetRef.current
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p>{words({ tool, isFull: room === 0, isCoarse })}</p>
        <DrawTools
          tool={tool}
          disabled={isPending}
          onChoose={(chosen, isByKey) => {
            beginDraw(chosen, key)
            setTail(null)
            setCross(isByKey ? (cross ?? viewport.centre()) : null)
          }}
        />
        <IconButton
          size="sm"
          label={m.draw_undo()}
          disabled={!drawn?.strokes?.length || isPending}
          onClick={undo}
        >
          <Undo2 aria-hidden size={18} strokeWidth={1.75} />
        </IconButton>
        <Button size="sm" variant="primary" pending={isPending} onClick={finish}>
          {m.action_done()}
        </Button>
      </div>
      {sheet &&
        createPortal(
          <>
            <StrokesPicture natural={natural}>
              {drawn?.strokes && <Ink path={strokesPath(drawn.strokes, drawn, natural.width)} />}
              {unfinished.length > 1 && <Ink path={linePath(unfinished, natural.width)} />}
            </StrokesPicture>
            {tail && <span className="canvas-corner" style={imageToPercent(tail, natural)} />}
            <DrawingSurface viewport={viewport} onLine={setLine} onDraw={draw} onPress={press} />
            {cross && (
              <Crosshair
                key={tool}
                act={act}
                point={cross}
                viewport={viewport}
                names={[toolName(tool), crosshairName(tail !== null)]}
                onMove={setCross}
                onPress={press}
              />
            )}
          </>,
          sheet,
        )}
    </>
  )
}

interface Instructions {
  readonly tool: DrawAct['tool']
  readonly isFull: boolean
  readonly isCoarse: boolean
}

function words({ tool, isFull, isCoarse }: Instructions): string {
  if (isFull) return m.draw_full()
  if (tool === 'pen') return m.draw_with_pen()
  return isCoarse ? m.draw_touch_arrow() : m.draw_with_arrow()
}

function crosshairName(hasTail: boolean): string {
  const keys = m.crosshair_keys()
  return hasTail ? m.crosshair_says_head({ keys }) : m.crosshair_says_tail({ keys })
}
