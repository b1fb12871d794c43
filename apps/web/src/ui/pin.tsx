import { classNames } from './class-names'

export type PinLook =
  'open' | 'selected' | 'resolved' | 'older' | 'check' | 'gone' | 'sending' | 'failed' | 'draft'

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
  const sign = signs[look] ?? String(number ?? '')
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
