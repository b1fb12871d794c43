import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from './button'

interface StepButtonsProps {
  /** Accessible names of the two buttons. */
  readonly previous: string
  readonly next: string
  readonly iconPx?: 16 | 18
  readonly disabled?: boolean
  readonly onStep: (step: 1 | -1) => void
}

/** Buttons that lead to the previous and to the next one, as the keys P and N do. */
export function StepButtons({ previous, next, iconPx = 18, disabled, onStep }: StepButtonsProps) {
  return (
    <>
      <IconButton size="sm" label={previous} shortcut="P" disabled={disabled} onClick={() => onStep(-1)}>
        <ChevronUp size={iconPx} />
      </IconButton>
      <IconButton size="sm" label={next} shortcut="N" disabled={disabled} onClick={() => onStep(1)}>
        <ChevronDown size={iconPx} />
      </IconButton>
    </>
  )
}
