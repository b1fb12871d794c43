import { m } from '@pinmark/words/messages'
import { useEffect, useRef } from 'react'
import { isToCheck } from '../review/thread-list'
import { useReview } from '../review/use-review'
import { toast } from '../../ui/toast'

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
