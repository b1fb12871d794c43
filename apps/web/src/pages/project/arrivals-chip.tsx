import type { ImagePoint } from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Viewport } from '../../features/canvas/zoom/use-viewport'
import { useReview } from '../../features/review/use-review'
import { Button } from '../../ui/button'

interface ArrivalsChipProps {
  /** Keys of comments that others wrote while the page was open. */
  readonly arrivals: readonly string[]
  readonly viewport: Viewport
}

/** `1 new comment` at the bottom of the frame, for comments that arrived outside of the visible part. The
 *  view itself never moves. */
export function ArrivalsChip({ arrivals, viewport }: ArrivalsChipProps) {
  const { threads, show } = useReview()
  const arrived = useMemo(
    () => threads.flatMap(({ key, point }) => (point && arrivals.includes(key) ? [{ key, point }] : [])),
    [arrivals, threads],
  )
  const hidden = useOutOfSight(arrived, viewport)
  const [first] = hidden
  if (!first) return null
  const Arrow = first.isAbove ? ArrowUp : ArrowDown
  return (
    <Button size="sm" className="arrivals-chip" onClick={() => show(first.key)}>
      <Arrow />
      <span>{m.count_new_comments({ count: hidden.length })}</span>
    </Button>
  )
}

interface Arrived {
  readonly key: string
  readonly point: ImagePoint
}

/** The arrivals whose pins have not been visible since, and whether they are above the visible part. */
function useOutOfSight(arrived: readonly Arrived[], { scrollerRef, clientOf, onMove }: Viewport) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [hidden, setHidden] = useState<readonly { key: string; isAbove: boolean }[]>([])
  useEffect(() => {
    const scroller = scrollerRef.current
    if (!scroller || arrived.every(({ key }) => seen.has(key))) return undefined
    const look = () => {
      const frame = scroller.getBoundingClientRect()
      const top = Math.max(frame.top, 0)
      const bottom = Math.min(frame.bottom, window.innerHeight)
      const places = arrived.map(({ key, point }) => ({ key, at: clientOf(point) }))
      const isSeen = ({ at }: (typeof places)[number]) =>
        at !== null && at.y >= top && at.y <= bottom && at.x >= frame.left && at.x <= frame.right
      const now = places.filter(isSeen).map(({ key }) => key)
      if (now.some((key) => !seen.has(key))) setSeen((before) => new Set([...before, ...now]))
      setHidden(
        places
          .filter(({ key }) => !seen.has(key) && !now.includes(key))
          .map(({ key, at }) => ({ key, isAbove: at !== null && at.y < top })),
      )
    }
    const frame = requestAnimationFrame(look)
    const stop = onMove(look)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      stop()
      window.removeEventListener('scroll', look)
    }
  }, [arrived, seen, scrollerRef, clientOf, onMove])
  return hidden.filter(({ key }) => !seen.has(key) && arrived.some((one) => one.key === key))
}
