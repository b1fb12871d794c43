import { quoteAt } from '@pinmark/shared/design-text'
import { m } from '@pinmark/words/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { linesOf } from '../../features/designs/design-lines'
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
  useEffect(() => {
    if (!lines?.length) return undefined
    const near = threads.flatMap((thread) => {
      const words = quoteAt(lines, thread)
      return words === '' ? [] : [[thread.key, m.fact_near({ words })] as const]
    })
    namePins(new Map(near))
    return () => namePins(new Map())
  }, [lines, threads, namePins])
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
