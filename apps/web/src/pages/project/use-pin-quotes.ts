import { quoteAt } from '@pinmark/shared/design-text'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import { m } from '@pinmark/words/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { linesOf } from '../../features/designs/design-lines'
import type { ReviewState } from '../../features/review/review'
import type { ThreadView } from '../../features/review/thread-view'
import { useReview } from '../../features/review/use-review'

/** Names the pins with the words of the design beside them, for screen readers. The text of the design may be as large as its
 *  picture, so it loads when the focus first moves by key. */
export function usePinQuotes(): void {
  const { project, shown, threads, namePins } = useReview()
  const enabled = useHasFocusByKey()
  const { data: lines } = useQuery({
    ...linesOf(project._id, shown.design._id, shown.version._id),
    enabled,
  })
  useEffect(() => namePins(lines?.length ? nearOf(lines, threads) : none), [lines, threads, namePins])
}

const none: ReviewState['near'] = new Map()

function nearOf(lines: readonly DesignLine[], threads: readonly ThreadView[]): ReviewState['near'] {
  return new Map(
    threads.flatMap((thread) => {
      const words = quoteAt(lines, thread)
      return words === '' ? [] : [[thread.key, m.fact_near({ words })] as const]
    }),
  )
}

function useHasFocusByKey(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    if (has) return undefined
    const look = () => setHas(document.activeElement?.matches(':focus-visible') ?? false)
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [has])
  return has
}
