import { m } from '@pinmark/words/messages'
import { flushSync } from 'react-dom'
import { useShowsRound } from '../../features/review/shows-round'
import { useReview } from '../../features/review/use-review'
import { usePinQuotes } from './use-pin-quotes'

/** Where each link leads. The first that exists gets the focus. */
const targets = {
  design: '.canvas-scroller',
  comments: ".comments-rows .row-button[tabindex='0'], .comments-panel button",
  verdict: '.panel-foot button',
} as const

/** Links to the parts of the page, visible while one has the focus. */
export function SkipLinks({ isPhone }: { isPhone: boolean }) {
  const { setSheet } = useReview()
  const hasRound = useShowsRound()
  usePinQuotes()
  function go(to: keyof typeof targets) {
    // On a phone, the list is in a sheet that takes no focus while it is closed.
    if (isPhone && to !== 'design') flushSync(() => setSheet('half'))
    document.querySelector<HTMLElement>(targets[to])?.focus()
  }
  return (
    <div className="contents">
      <button type="button" className="skip-link" onClick={() => go('design')}>
        {m.skip_to_design()}
      </button>
      <button type="button" className="skip-link" onClick={() => go('comments')}>
        {m.skip_to_comments()}
      </button>
      {hasRound && (
        <button type="button" className="skip-link" onClick={() => go('verdict')}>
          {m.skip_to_verdict()}
        </button>
      )}
    </div>
  )
}
