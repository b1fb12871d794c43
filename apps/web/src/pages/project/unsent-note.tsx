import type { ReactNode } from 'react'
import type { Unsent } from '../../features/comments/unsent'
import { useIsOnline } from '../../lib/use-is-online'

interface UnsentNoteProps {
  readonly unsent: readonly Unsent[]
  readonly selectedKey: string | null
  /** Shown if no draft is unsent. */
  readonly children: ReactNode
}

/** `1 not sent · 1 sending` in the handle of a phone's sheet. The draft in an open popup does not count. */
export function UnsentNote({ unsent, selectedKey, children }: UnsentNoteProps) {
  const isOnline = useIsOnline()
  const count = (isCounted: (one: Unsent) => boolean) => unsent.filter(isCounted).length
  const failed = count(({ status }) => status === 'failed')
  const left = count(({ status, threadKey }) => status === 'writing' && threadKey !== selectedKey) + failed
  const waiting = count(({ status }) => status === 'sending' || status === 'queued')
  if (left + waiting === 0) return children
  return (
    <span className={failed > 0 ? 'text-danger-text' : ''}>
      {left > 0 && `${left} not sent`}
      {left > 0 && waiting > 0 && ' · '}
      {waiting > 0 && `${waiting} ${isOnline ? 'sending' : 'waiting for a connection'}`}
    </span>
  )
}
