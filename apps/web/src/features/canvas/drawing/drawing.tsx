import {
  imageToPercent,
  type ImagePoint,
  type NaturalSize,
  type ClientPoint,
} from '@pinmark/shared/coordinates'
import { linePath, strokesPath } from '@pinmark/shared/strokes-path'
import { m } from '@pinmark/words/messages'
import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useRef, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { announce } from '../../../lib/announce'
import { useIsCoarse } from '../../../lib/browser-state'
import { useLeaveWarning } from '../../../lib/kept-texts'
import { Button, IconButton } from '../../../ui/button'
import type { DrawAct } from '../../review/act'
import { useReview } from '../../review/use-review'
import { Crosshair } from '../gestures/crosshair'
import type { Viewport } from '../zoom/use-viewport'
import { DrawTools, toolName } from './draw-tools'
import { penLine, roomFor, withLine, withoutLast, type Drawn } from './drawn'
import { Ink, StrokesPicture } from './strokes'
import { toast } from '../../../ui/toast'
import { useChangeComment } from '../../review/data/thread-calls'
import { startDraft } from '../../review/drafts/draft-actions'
import { editDraft, useDraft } from '../../review/drafts/draft-store'
import { isDrag } from '../../../lib/press'
import { useEscape } from '../../../ui/use-window-event'

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
  const [endedLines, setEndedLines] = useState(0)
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

  useEscape(() => {
    if (line.length > 0) {
      setLine([])
      setEndedLines(endedLines + 1)
    } else if (tail) setTail(null)
    else finish()
  })

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
          <Undo2 size={18} />
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
            <DrawingSurface
              // A line that Escape has ended is not continued.
              key={endedLines}
              viewport={viewport}
              onLine={setLine}
              onDraw={draw}
              onPress={press}
            />
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

/** What is drawn on a comment. A draft is stored with each stroke; a stored comment is changed when the drawing ends, also if it
 *  ends because something else is opened. The first stroke without a comment begins one. */
function useDrawn({ tool, key }: DrawAct, natural: NaturalSize) {
  const review = useReview()
  const { project, part, shown, threads } = review
  const { permanentId } = project
  const change = useChangeComment(project._id)
  const draft = useDraft(permanentId, key ?? '')
  const comment = draft ? null : (threads.find((thread) => thread.key === key)?.comment ?? null)
  const [edited, setEdited] = useState<Drawn | null>(null)
  const unsent = useRef<Drawn | null>(null)
  const isOpen = useRef(true)
  const drawn: Drawn | null = draft ?? edited ?? comment
  const drawing = { natural, keepsPin: comment?.kind === 'pin' }

  function store(next: Drawn) {
    if (comment) {
      unsent.current = next
      return setEdited(next)
    }
    const { x, y, w, h, strokes = [] } = next
    const own = draft?.key ?? startDraft(part, { version: shown.version._id, point: { x, y } })
    editDraft(permanentId, own, {
      ...{ x, y, w, h, kind: w === null ? 'pin' : 'region' },
      strokes: strokes.length > 0 ? strokes.map((stroke) => [...stroke]) : undefined,
    })
    if (draft) return
    review.select(own)
    review.beginDraw(tool, own)
  }

  /** A change that fails leaves the drawing open. */
  async function finish() {
    if ((await storeChange()) && isOpen.current) review.cancel('cancel')
  }

  /** @returns whether nothing is left to store */
  async function storeChange(): Promise<boolean> {
    const { current: changed } = unsent
    if (!comment || !changed) return true
    unsent.current = null
    const { x, y, w, h, strokes = [] } = changed
    const place = comment.kind === 'region' && w !== null && h !== null ? { x, y, w, h } : {}
    try {
      const next = { ...place, strokes: strokes.map((stroke) => [...stroke]) }
      await change.mutateAsync({ id: comment._id, change: next })
      return true
    } catch (error) {
      unsent.current = changed
      toast.showFailure(error)
      return false
    }
  }

  const storeRest = useEffectEvent(() => void storeChange())
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      storeRest()
    }
  }, [])
  useLeaveWarning(edited !== null)

  return {
    drawn,
    isPending: change.isPending,
    add: (line: readonly ImagePoint[]) => store(withLine(drawn, line, drawing)),
    undo: () => drawn && store(withoutLast(drawn, drawing)),
    finish: () => void finish(),
  }
}

interface DrawingSurfaceProps {
  readonly viewport: Viewport
  /** Called with the line while it is drawn, and without points when it ends. */
  readonly onLine: (line: readonly ImagePoint[]) => void
  readonly onDraw: (line: readonly ImagePoint[]) => void
  /** A press that drew nothing. */
  readonly onPress: (point: ImagePoint) => void
}

interface Stroke {
  readonly pointerId: number
  readonly start: ClientPoint
  readonly isOfStylus: boolean
  hasMoved: boolean
  line: ImagePoint[]
}

/** Takes all presses on the design, by mouse, finger and stylus. A second finger ends the line, because the two zoom. After
 *  the first stroke of a stylus only it draws, because the hand that holds it touches the screen too. */
function DrawingSurface({ viewport, onLine, onDraw, onPress }: DrawingSurfaceProps) {
  const stroke = useRef<Stroke | null>(null)
  const hasStylus = useRef(false)
  const pointsAt = (at: ClientPoint) => {
    const point = viewport.pointAt(at)
    return point ? [point] : []
  }
  const end = () => {
    stroke.current = null
    onLine([])
  }

  const handleDown = (event: PointerEvent<HTMLElement>) => {
    const { pointerType, pointerId } = event
    if (pointerType === 'touch' && hasStylus.current) return
    if (!event.isPrimary) return end()
    if (event.button !== 0) return
    const isOfStylus = pointerType === 'pen'
    hasStylus.current ||= isOfStylus
    const start = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(pointerId)
    stroke.current = { pointerId, start, isOfStylus, hasMoved: false, line: pointsAt(start) }
  }
  const handleMove = ({ nativeEvent, pointerId, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    const current = stroke.current
    if (current?.pointerId !== pointerId) return
    current.hasMoved ||= isDrag(current.start, { x, y }, pointerType)
    // Older Safari has only the last of the points between two frames.
    const events = nativeEvent.getCoalescedEvents?.() ?? []
    const passed = events.length > 0 ? events : [nativeEvent]
    current.line = [
      ...current.line,
      ...passed.flatMap(({ clientX, clientY }) => pointsAt({ x: clientX, y: clientY })),
    ]
    if (current.hasMoved) onLine(current.line)
  }
  const handleUp = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const current = stroke.current
    if (current?.pointerId !== pointerId) return
    end()
    const [last] = pointsAt({ x, y })
    if (!last) return
    if (current.hasMoved) onDraw([...current.line, last])
    else onPress(last)
  }
  const handleCancel = ({ pointerId }: PointerEvent) => {
    if (stroke.current?.pointerId === pointerId) end()
  }
  return (
    <div
      className="drawing-surface"
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleCancel}
      // Otherwise the stylus and the hand zoom as two fingers do.
      onTouchStartCapture={(event) => stroke.current?.isOfStylus && event.stopPropagation()}
    />
  )
}
