import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { findRowInView } from '../../features/comments/list/find-row'
import { useToast } from '../../ui/toast'
import type { Review } from './use-review'

const tintMs = 600

/** Shows a comment that was just sent in the list: its row is scrolled into view and tinted for a moment. On
 *  a phone, where the list is hidden, a note says it. */
export function useSentComment(
  page: RefObject<HTMLElement | null>,
  { threads, list: { include, shown } }: Review,
  isPhone: boolean,
): (key: string) => void {
  const toast = useToast()
  const sent = useRef<string | null>(null)
  useEffect(() => {
    const thread = sent.current === null ? undefined : threads.find(({ key }) => key === sent.current)
    if (!thread?.comment) return
    include(thread.key)
    if (!shown.includes(thread)) return
    const rows = page.current?.querySelector('.comments-rows')
    const row = rows && findRowInView(rows, thread.key)
    if (!row) return
    sent.current = null
    row.animate?.(
      { backgroundColor: ['var(--pm-mark-soft)', 'transparent'] },
      { id: 'sent', duration: tintMs },
    )
  }, [page, threads, include, shown])

  return useCallback(
    (key) => {
      sent.current = key
      if (isPhone) toast.show({ text: 'Sent' })
    },
    [isPhone, toast],
  )
}
