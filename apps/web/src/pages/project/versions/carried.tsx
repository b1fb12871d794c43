import { m } from '@pinmark/words/messages'
import type { Viewport } from '../../../features/canvas/zoom/use-viewport'
import { isToCheck } from '../../../features/review/thread-list'
import type { ThreadView } from '../../../features/review/thread-view'
import { CarriedBar, type CarriedCounts, ReviewBar } from '../../../features/versions/carried-bar'
import { hideCarried } from './use-note-bar'
import { useReview } from '../../../features/review/use-review'
import { useEffect, useRef } from 'react'
import { toast } from '../../../ui/toast'

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

/** While the list shows the comments to check, an answer leads to the next one. */
export function useCarriedReview(): void {
  const { shown, threads, list, selectedKey, select, show, changeList: change } = useReview()
  const versionId = shown.version._id
  const { filter } = list.settings
  const isReviewing = filter === 'check'
  /** The last shown comment, and the keys of all comments that had to be checked then, in order. */
  const last = useRef<{ version: string; key: string; keys: readonly string[] } | null>(null)

  useEffect(() => {
    if (!isReviewing) {
      last.current = null
      return
    }
    const keys = threads.filter(isToCheck).map(({ key }) => key)
    // Another version has its own comments to check. Those of the last one are not answered by that.
    if (last.current?.version !== versionId) last.current = null
    const before = last.current
    if (before && !keys.includes(before.key)) {
      last.current = null
      const at = before.keys.indexOf(before.key)
      const next = [...before.keys.slice(at + 1), ...before.keys].find((key) => keys.includes(key))
      if (next !== undefined) show(next, 'centre')
      else toast.show({ text: m.carried_all_checked() })
    }
    if (keys.length === 0) {
      change({ filter: 'open' })
      select(null)
    } else if (selectedKey !== null && keys.includes(selectedKey))
      last.current = { version: versionId, key: selectedKey, keys }
  }, [isReviewing, versionId, threads, selectedKey, show, select, change])
}
