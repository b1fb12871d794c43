import type { ReactNode } from 'react'
import { classNames } from './class-names'

export type PinLook =
  | 'open'
  | 'selected'
  | 'resolved'
  | 'older'
  | 'check'
  | 'gone'
  | 'sending'
  | 'failed'
  | 'draft'

interface PinProps {
  look?: PinLook
  /** Missing for looks that have their own symbol. */
  number?: number | null
  /** `pin` is 28 x 33 px with its tip at the bottom centre, `chip` the same head at 22 px for lists. */
  size?: 'pin' | 'chip'
  className?: string
}

/** The drawing of a pin. It is hidden from screen readers, because its parent has the name. */
export function Pin({ look = 'open', number = null, size = 'pin', className }: PinProps) {
  const sign = signOf(look, number)
  return (
    <span
      aria-hidden
      translate="no"
      className={classNames('pin', size === 'chip' && 'pin-chip', className)}
      data-look={look}
    >
      <b data-long={sign.length > 2 || undefined}>{sign}</b>
    </span>
  )
}

const signs: Partial<Record<PinLook, string>> = { sending: '•••', failed: '!', draft: '+' }

/** What stands in the head of a pin. */
export function signOf(look: PinLook, number: number | null): string {
  return signs[look] ?? String(number ?? '')
}

/** A word in a small frame. `new` is coloured. */
export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'new'; children: ReactNode }) {
  return <span className={classNames('tag', tone === 'new' && 'tag-new')}>{children}</span>
}

/** The first letter of a name in a disc. The name itself is beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden translate="no" className="avatar">
      {firstLetter(name)}
    </span>
  )
}

/** The first character as users see it: one emoji, one letter with its marks. Firefox before 125 knows code points only. */
function firstLetter(name: string): string {
  const trimmed = name.trim()
  const [first = '?'] =
    typeof Intl.Segmenter === 'function'
      ? Array.from(new Intl.Segmenter('en').segment(trimmed), ({ segment }) => segment)
      : trimmed
  return first.toLocaleUpperCase('en')
}

/** Four corner ticks around a place that waits for a design or an answer. The parent needs the class
 *  `relative`. */
export function CropMarks() {
  return <span aria-hidden className="crop-marks" />
}
