import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useToast } from '../../ui/toast'
import type { Review } from './use-review'

/** `?comment=ID` selects that comment, scrolls to it and lets its pin pulse once. Returns the key of the
 *  pulsing pin. */
export function useDeepLink({ threads, isComplete, show }: Review): string | null {
  const [search] = useSearchParams()
  const wanted = search.get('comment')
  const done = useRef<string | null>(null)
  const toast = useToast()

  const isThere = threads.some(({ key }) => key === wanted)

  useEffect(() => {
    if (wanted === null || done.current === wanted) return
    if (!isThere && !isComplete) return
    done.current = wanted
    if (isThere) show(wanted, 'centre')
    else if (publicIdSchema.safeParse(wanted).success) toast.show({ text: 'That comment was deleted.' })
  }, [wanted, isThere, isComplete, show, toast])

  return isThere ? wanted : null
}
