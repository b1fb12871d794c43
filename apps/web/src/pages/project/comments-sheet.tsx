import { m } from '@pinmark/words/messages'
import { ChevronUp, MapPinPlus, Maximize2, Minimize2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import type { Project } from '@pinmark/shared/entities/project'
import type { SheetStop } from '../../features/review/review'
import type { ThreadView } from '../../features/review/thread-view'
import { useReview, useReviewState } from '../../features/review/use-review'
import { clickReachPx } from '../../lib/press'
import { Button, IconButton } from '../../ui/button'
import { LazyBoundary } from '../../ui/lazy'
import { UnsentNote } from './lazy-parts'
import './comments-sheet.css'

interface CommentsSheetProps {
  readonly stop: SheetStop
  readonly children: ReactNode
}

/** Height of the handle, the only visible part at peek. */
const peekPx = 60
/** Room for four rows between the filters and the verdict. */
const fourRowsPx = 384
/** Half of a low window, as of a phone on its side or a zoomed page, is too low to read a comment. A phone on its side
 *  keeps the pin in view above this height. */
const leastHalfPx = 220

export function sheetHeightPx(stop: SheetStop, windowHeight: number): number {
  if (stop === 'peek') return peekPx
  const full = windowHeight * 0.9
  if (stop === 'full') return full
  return Math.max(windowHeight / 2, Math.min(windowHeight * 0.6, fourRowsPx), Math.min(full, leastHalfPx))
}

/** The list of comments on a phone: a sheet at the bottom of the window. Its handle shows the count; a swipe
 *  or a press opens it, and a button enlarges it. At peek, nothing in it can take the focus. */
export function CommentsSheet({ stop, children }: CommentsSheetProps) {
  const { part, threads, begin, setSheet: onStop } = useReview()
  const drag = useSheetDrag(onStop)
  const isOpen = stop !== 'peek'
  const isFull = stop === 'full'
  const SizeIcon = isFull ? Minimize2 : Maximize2
  const sheet = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  // Before the browser takes the focus from what it can no longer be on.
  useLayoutEffect(() => {
    if (!isOpen && sheet.current?.contains(document.activeElement)) handle.current?.focus()
  }, [isOpen])
  return (
    <div
      ref={sheet}
      className="comments-sheet"
      data-stop={stop}
      data-dragged={drag.height !== null || undefined}
      {...(drag.height !== null && { style: { height: drag.height } })}
    >
      <h2>
        <button
          ref={handle}
          type="button"
          className="comments-handle"
          aria-expanded={isOpen}
          {...drag.handlers}
          onClick={() => {
            if (!drag.wasDrag()) onStop(isOpen ? 'peek' : 'half')
          }}
        >
          <span aria-hidden className="comments-grip" />
          <span className={isOpen ? 'sr-only' : 'contents'}>
            <span className="grid min-w-0 flex-1">
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="text-15 font-semibold tracking-[-0.01em]">{m.comments_title()}</span>
                <span className="tabular truncate text-13 font-normal text-ink-3">
                  {summaryOf(part, threads)}
                </span>
              </span>
              {!isOpen && <SheetHint />}
            </span>
            <ChevronUp size={18} />
          </span>
        </button>
      </h2>
      {!isOpen && part.can.comment && (
        <Button size="sm" className="comments-add" onClick={begin}>
          <MapPinPlus />
          <span>{m.comment_add()}</span>
        </Button>
      )}
      {isOpen && (
        <IconButton
          label={isFull ? m.sheet_reduce() : m.sheet_enlarge()}
          className="comments-size"
          onClick={() => onStop(isFull ? 'half' : 'full')}
        >
          <SizeIcon />
        </IconButton>
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden" inert={!isOpen}>
        {children}
      </div>
    </div>
  )
}

/** Below the count while the sheet is at peek: what is not sent, that a comment was sent, or how to comment. */
function SheetHint() {
  const { project, part, threads, unsent } = useReview()
  const saysSent = useReviewState((state) => state.saysSent)
  const words = saysSent ? m.sent() : project.can.comment ? tapHint(part, threads) : m.view_only()
  // An element, because a text that a translator has replaced could not be removed.
  const hint = words === null ? null : <span>{words}</span>
  if (hint === null && unsent.length === 0) return null
  return (
    <span className="truncate text-13 font-normal text-ink-2">
      {unsent.length === 0 ? (
        hint
      ) : (
        <LazyBoundary fallback={hint}>
          <UnsentNote>{hint}</UnsentNote>
        </LazyBoundary>
      )}
    </span>
  )
}

/** `7 open · 2 new` */
function summaryOf({ stats }: Project, threads: readonly ThreadView[]): string {
  const newCount = threads.filter(({ isNew }) => isNew).length
  const open = m.count_open({ count: stats.open })
  return newCount === 0 ? open : m.state_with_new({ state: open, count: newCount })
}

/** A hint how to comment, until this visitor's first comment. */
function tapHint({ can }: Project, threads: readonly ThreadView[]): string | null {
  return can.comment && !threads.some(({ comment }) => comment?.mine) ? m.tap_to_comment() : null
}

function useSheetDrag(onStop: (stop: SheetStop) => void) {
  const [height, setHeight] = useState<number | null>(null)
  const drag = useRef<{ startY: number; startHeight: number; hasMoved: boolean } | null>(null)
  const wasDrag = useRef(false)
  const end = () => {
    const current = drag.current
    drag.current = null
    setHeight(null)
    if (!current?.hasMoved || height === null) return
    wasDrag.current = true
    onStop(nearestStop(height, height - current.startHeight))
  }
  return {
    /** Its height while it follows the finger. */
    height,
    /** Read by the click at the end of a drag. */
    wasDrag: () => {
      const was = wasDrag.current
      wasDrag.current = false
      return was
    },
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const sheet = event.currentTarget.closest('.comments-sheet')
        wasDrag.current = false
        drag.current = {
          startY: event.clientY,
          startHeight: sheet?.getBoundingClientRect().height ?? peekPx,
          hasMoved: false,
        }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const current = drag.current
        if (!current) return
        const up = current.startY - event.clientY
        if (!current.hasMoved && Math.abs(up) <= clickReachPx(event.pointerType)) return
        current.hasMoved = true
        setHeight(
          Math.min(Math.max(current.startHeight + up, peekPx), sheetHeightPx('full', window.innerHeight)),
        )
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

/** The stop of a released sheet: the nearest one, or the next one in the direction of a short swipe. */
function nearestStop(height: number, moved: number): SheetStop {
  const swipePx = 40
  // A swipe counts as longer than the finger's movement.
  const aimed = Math.abs(moved) > swipePx ? height + Math.sign(moved) * window.innerHeight * 0.15 : height
  const distanceOf = (stop: SheetStop) => Math.abs(sheetHeightPx(stop, window.innerHeight) - aimed)
  const stops: readonly SheetStop[] = ['peek', 'half', 'full']
  return stops.reduce((nearest, stop) => (distanceOf(stop) < distanceOf(nearest) ? stop : nearest))
}
