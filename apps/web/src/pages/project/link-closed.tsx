import { CircleAlert } from 'lucide-react'

/** Over a page that was open when its link was closed. The page stays, so that nobody loses what he was writing. */
export function LinkClosed() {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 bg-danger-soft px-6 py-3 text-danger-text max-md:px-4"
    >
      <CircleAlert aria-hidden size={18} strokeWidth={1.75} className="mt-px flex-none" />
      <p>
        <strong className="font-semibold">This link was closed.</strong> What was sent is safe. Nothing more
        can be sent from this page.
      </p>
    </div>
  )
}
