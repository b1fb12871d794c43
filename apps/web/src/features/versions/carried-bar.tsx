import { m } from '@pinmark/words/messages'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button'
import { StepButtons } from '../../ui/step-buttons'
import { useReview } from '../review/use-review'
import { isToCheck } from '../review/thread-list'
import type { ThreadView } from '../review/thread-view'
import { hideCarried } from './use-note-bar'
import './carried.css'

/** Shows how the comments of older versions were placed, and steps through those to check. */
export function CarriedNote() {
  const { list, changeList, shown, threads, show, focusDesign } = useReview()
  if (list.settings.filter === 'check') return <ReviewBar />
  return (
    <CarriedBar
      counts={countCarried(threads)}
      hasFailed={shown.version.placing === 'failed'}
      onReview={() => {
        changeList({ filter: 'check' })
        const first = threads.find(isToCheck)
        if (first) show(first.key, 'centre')
      }}
      onHide={() => {
        hideCarried(shown.version._id)
        focusDesign()
      }}
    />
  )
}

/** Counts the open comments of older versions by the state of their place on the shown version. */
function countCarried(threads: readonly ThreadView[]): CarriedCounts {
  const states = threads.flatMap(({ carried, state }) => (carried && state === 'open' ? [carried.state] : []))
  const count = (wanted: (typeof states)[number]) => states.filter((state) => state === wanted).length
  return {
    total: states.length,
    followed: count('followed') + count('placed'),
    check: count('check'),
    gone: count('gone'),
    pending: count('pending'),
  }
}

/** How the open comments of older versions were placed on the shown one. */
interface CarriedCounts {
  readonly total: number
  readonly followed: number
  readonly check: number
  readonly gone: number
  /** Not placed yet. */
  readonly pending: number
}

interface CarriedBarProps {
  readonly counts: CarriedCounts
  /** The version could not be compared with the previous one. */
  readonly hasFailed: boolean
  readonly onReview: () => void
  readonly onHide: () => void
}

/** `9 comments carried over: 6 followed the design, 2 to check, 1 whose spot is gone` */
export function CarriedBar({ counts, hasFailed, onReview, onHide }: CarriedBarProps) {
  const { total, check, gone, pending } = counts
  if (pending > 0) return <BarText title={m.carried_placing({ count: total })} />
  return (
    <>
      {hasFailed ? (
        <BarText title={m.carried_failed()} text={leftToCheck(counts)} />
      ) : (
        <BarText title={m.carried_over({ count: total })} text={<Parts {...counts} />} />
      )}
      {check + gone > 0 && (
        <Button size="sm" onClick={onReview}>
          {m.carried_review()}
        </Button>
      )}
      <IconButton size="sm" label={m.note_hide()} onClick={onHide}>
        <X />
      </IconButton>
    </>
  )
}

function leftToCheck({ check, total }: CarriedCounts): string {
  if (check === 0) return m.carried_all_checked()
  return check === total
    ? m.carried_all_to_check({ count: check })
    : m.carried_left_to_check({ count: check })
}

function Parts({ followed, check, gone }: CarriedCounts) {
  const parts = [
    { state: 'followed', count: followed, words: m.carried_followed },
    { state: 'check', count: check, words: m.carried_to_check },
    // Shorter on a phone, so that all three have room in the height that is kept for the note.
    { state: 'gone', count: gone, words: m.carried_gone, short: m.carried_gone_short },
  ].filter(({ count }) => count > 0)
  return parts.map(({ state, count, words, short }, index) => (
    <span key={state} className="carried-part">
      <span aria-hidden className="carried-sign" data-state={state} />
      <span>
        <span data-short={short?.({ count })}>
          <span className={short && 'max-md:sr-only'}>{words({ count })}</span>
        </span>
        {index < parts.length - 1 && <span>{m.facts_separator()}</span>}
      </span>
    </span>
  ))
}

/** `2 of 3 to review`, with buttons for the next comment and for the end of the review. */
function ReviewBar() {
  const { threads, selectedKey, walk, changeList, select, focusDesign } = useReview()
  const left = threads.filter(isToCheck)
  // Null while another comment is selected, or none.
  const selected = left.find(({ key }) => key === selectedKey) ?? null
  const count = left.length
  const question = selected?.carried?.state === 'gone' ? m.carried_ask_gone() : m.carried_ask()
  return (
    <>
      <BarText
        title={
          selected
            ? m.carried_at_of({ at: left.indexOf(selected) + 1, count })
            : m.carried_to_review({ count })
        }
        text={selected && question}
      />
      <span aria-hidden className="flex-none text-ink-3 max-md:hidden">
        P / N
      </span>
      <span className="flex flex-none">
        <StepButtons previous={m.carried_previous()} next={m.carried_next()} onStep={walk} />
      </span>
      <Button
        size="sm"
        onClick={() => {
          changeList({ filter: 'open' })
          select(null)
          // The bar disappears with the focused button.
          focusDesign()
        }}
      >
        {m.action_done()}
      </Button>
    </>
  )
}

/** Screen readers announce its changes: while the server places the comments, and from one comment to the
 *  next. */
function BarText({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <p role="status" className="carried-text tabular">
      <strong className="font-semibold text-ink">{title}</strong> <span className="contents">{text}</span>
    </p>
  )
}
