import type { ImagePoint } from '@pinmark/shared/coordinates'
import { m } from '@pinmark/words/messages'
import { useIsCoarse } from '../../lib/browser-state'
import { DrawTools } from '../../features/canvas/drawing/draw-tools'
import { useReview } from '../../features/review/use-review'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Unsent } from '../../features/review/views'
import type { AppError } from '@pinmark/shared/page-errors'
import { CircleAlert } from 'lucide-react'
import { closedWords } from '../../lib/closed-link'
import { rich } from '../../ui/rich'

interface ModeNoteProps {
  readonly mode: keyof typeof words
  /** The middle of the visible part of the design. */
  readonly centre: () => ImagePoint
}

/** Instructions while a pin is placed or moved, or a region is drawn. Shown at the bottom of the frame, with
 *  a Cancel button for devices without Esc. */
export function ModeNote({ mode, centre }: ModeNoteProps) {
  const { cancel, beginDraw } = useReview()
  const isCoarse = useIsCoarse()
  return (
    <div className="flex items-center gap-3">
      <p>{(isCoarse ? touchWords : words)[mode]()}</p>
      {(mode === 'drag' || mode === 'region') && (
        <DrawTools onChoose={(tool, isByKey) => beginDraw(tool, null, isByKey ? centre() : null)} />
      )}
      <button type="button" className="text-action" onClick={() => cancel('cancel')}>
        {m.action_cancel()}
      </button>
    </div>
  )
}

const words = {
  pin: () => m.mode_pin(),
  move: () => m.mode_move(),
  resize: () => m.mode_resize(),
  region: () => m.mode_region(),
  drag: () => m.mode_drag(),
}

const touchWords = {
  pin: () => m.mode_touch_pin(),
  move: () => m.mode_touch_move(),
  resize: () => m.mode_touch_resize(),
  region: () => m.mode_touch_region(),
  drag: () => m.mode_touch_region(),
}

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

interface LinkClosedProps {
  reason: AppError
  onRetry: () => void
}

/** Shown over a page that was open when its link was closed, or its project deleted. The page stays, so that no unsent words
 *  are lost. It tries again when the visitor returns to it, because a link may be opened again. */
export function LinkClosed({ reason, onRetry }: LinkClosedProps) {
  const { project } = useReview()
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
      <CircleAlert size={18} className="mt-px flex-none" />
      <p className="me-auto">
        {rich(m.link_closed_words, {
          reason: <strong className="font-semibold">{closedWords(reason, project)}</strong>,
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
