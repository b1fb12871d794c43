import type { AppError } from '@pinmark/shared/page-errors'
import { m } from '@pinmark/words/messages'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { closedWords } from '../../lib/closed-link'
import { rich } from '../../ui/rich'

interface LinkClosedProps {
  reason: AppError
  onRetry: () => void
}

/** Shown over a page that was open when its link was closed. The page stays, so that no unsent words are lost. It
 *  tries again when the visitor returns to it, because a link may be opened again. */
export function LinkClosed({ reason, onRetry }: LinkClosedProps) {
  const handleRetry = useEffectEvent(onRetry)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const look = () => document.visibilityState === 'visible' && handleRetry()
    window.addEventListener('focus', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => controller.abort()
  }, [])
  return (
    <div
      role="alert"
      className="flex items-start gap-2 bg-danger-soft px-6 py-3 text-danger-text max-md:px-4"
    >
      <CircleAlert aria-hidden size={18} strokeWidth={1.75} className="mt-px flex-none" />
      <p className="me-auto">
        {rich(m.link_closed_words, {
          reason: <strong className="font-semibold">{closedWords(reason)}</strong>,
        })}
      </p>
      {reason.code === 'link_locked' ? (
        <button type="button" className="text-action flex-none" onClick={() => location.reload()}>
          {m.password_enter()}
        </button>
      ) : (
        <button type="button" className="text-action flex-none" onClick={onRetry}>
          {m.action_try_again()}
        </button>
      )}
    </div>
  )
}
