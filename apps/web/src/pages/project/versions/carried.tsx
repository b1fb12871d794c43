import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { isToCheck } from '../../../features/review/thread-list'
import type { ThreadView } from '../../../features/review/thread-view'
import { CarriedBar, ReviewBar, type CarriedCounts } from '../../../features/versions/carried-bar'
import { hideCarried } from '../use-note-bar'
import { useReview } from '../../../features/review/use-review'

/** Shows how the comments of older versions were placed, and steps through those to check. */
export function VersionsCarried({ viewport }: { viewport: Viewport }) {
  const { list, changeList, shown, threads, selectedKey, select, show, walk } = useReview()
  const { version } = shown
  const left = threads.filter(isToCheck)
  if (list.settings.filter === 'check') {
    const at = left.findIndex(({ key }) => key === selectedKey)
    return (
      <ReviewBar
        at={at === -1 ? null : at + 1}
        of={left.length}
        isGone={left[at]?.carried?.state === 'gone'}
        onStep={walk}
        onDone={() => {
          changeList({ filter: 'open' })
          select(null)
          // The bar disappears with the focused button.
          viewport.scrollerRef.current?.focus({ preventScroll: true })
        }}
      />
    )
  }
  return (
    <CarriedBar
      counts={countCarried(threads)}
      hasFailed={version.placing === 'failed'}
      onReview={() => {
        changeList({ filter: 'check' })
        const [first] = left
        if (first) show(first.key, 'centre')
      }}
      onHide={() => {
        hideCarried(version._id)
        viewport.scrollerRef.current?.focus({ preventScroll: true })
      }}
    />
  )
}

/** Counts the open comments of older versions by the state of their place on the shown version. */
function countCarried(threads: readonly ThreadView[]): CarriedCounts {
  const states = threads.flatMap(({ carried, state }) => (carried && state === 'open' ? [carried.state] : []))
  const count = (wanted: (typeof states)[number]) => states.filter((state) => state === wanted).length
  return {
    total: states.length,
    followed: count('followed') + count('placed'),
    check: count('check'),
    gone: count('gone'),
    pending: count('pending'),
  }
}
