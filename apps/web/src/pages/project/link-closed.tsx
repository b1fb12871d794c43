import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'

/** Over a page that was open when its link was closed. The page stays, so that nobody loses what they were writing, and
 *  it asks again when somebody comes back to it: a link may be opened again. */
export function LinkClosed({ onRetry }: { onRetry: () => void }) {
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
      <p className="mr-auto">
        <strong className="font-semibold">This link was closed.</strong> What was sent is safe. Nothing more
        can be sent from this page.
      </p>
      <button type="button" className="text-action flex-none" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
