import { m } from '@pinmark/words/messages'
import type { ReactNode } from 'react'
import { useReview } from '../../features/review/use-review'
import type { Unsent } from '../../features/review/views'

interface UnsentNoteProps {
  /** Shown if no draft is unsent. */
  readonly children: ReactNode
}

/** `1 not sent · 1 sending` in the handle of a phone's sheet. The draft in an open popup does not count. */
export function UnsentNote({ children }: UnsentNoteProps) {
  const { unsent, selectedKey } = useReview()
  const count = (isCounted: (one: Unsent) => boolean) => unsent.filter(isCounted).length
  const failed = count(({ status }) => status === 'failed')
  const left = count(({ status, threadKey }) => status === 'writing' && threadKey !== selectedKey) + failed
  const sending = count(({ status }) => status === 'sending')
  const waiting = count(({ status }) => status === 'queued')
  const parts = [
    left > 0 && m.count_not_sent({ count: left }),
    sending > 0 && m.count_sending({ count: sending }),
    waiting > 0 && m.count_waiting({ count: waiting }),
  ].filter(Boolean)
  if (parts.length === 0) return children
  return <span className={failed > 0 ? 'text-danger-text' : ''}>{parts.join(' · ')}</span>
}
