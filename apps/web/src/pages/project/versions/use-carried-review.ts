import { useEffect, useRef } from 'react'
import { isToCheck } from '../../../features/review/thread-list'
import { useToast } from '../../../ui/toast'
import { usePageKeys } from '../use-page-keys'
import type { Review } from '../use-review'

/** Steps through the comments to check with N and P while the list shows them. An answer leads to the next
 *  one.
 *  @param versionId of the shown version */
export function useCarriedReview(review: Review, versionId: string, isOn: boolean): void {
  const { threads, list, selectedKey, select, show, walk } = review
  const { filter } = list.settings
  const { change } = list
  const isReviewing = filter === 'check'
  const toast = useToast()
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
      else toast.show({ text: 'All checked.' })
    }
    if (keys.length === 0) {
      change({ filter: 'open' })
      select(null)
    } else if (selectedKey !== null && keys.includes(selectedKey))
      last.current = { version: versionId, key: selectedKey, keys }
  }, [isReviewing, versionId, threads, selectedKey, show, select, change, toast])

  // Handled before the keys of the page, which focus the pin. Here the answer has the focus.
  usePageKeys({ n: () => void walk(1), p: () => void walk(-1) }, isOn && isReviewing, { isFirst: true })
}
