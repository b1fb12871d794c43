import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { stepInRow } from './reading-direction'

interface RadioGroupProps<Value extends string> {
  /** `aria-label` or `aria-labelledby` of the group. */
  'aria-label'?: string
  'aria-labelledby'?: string
  className: string
  /** Class of each choice. */
  choiceClass: string
  choices: readonly { value: Value; label: ReactNode; tooltip?: string }[]
  /** Null if none is chosen. */
  value: Value | null
  disabled?: boolean
  /** The choice is sent at once. Arrow keys then only mark a choice, which is taken by Enter, by the space bar or when
   *  the group is left, so that passing over one does not send it. Esc returns to the chosen one. */
  isSaved?: boolean
  onChoose: (value: Value) => void
}

/** One of several choices. Tab reaches the chosen one, and the arrow keys go on from there. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { className, choiceClass, choices, value, disabled, isSaved = false, onChoose, ...names } = props
  const group = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState<Value | null>(null)
  const shown = marked ?? value
  const tabStop = choices.find((one) => one.value === shown) ?? choices[0]

  function choose(wanted: Value) {
    setMarked(null)
    if (wanted !== value) onChoose(wanted)
  }
  function handleKeyDown(event: KeyboardEvent, at: number) {
    if (event.key === 'Escape') setMarked(null)
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : stepInRow(key)
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const nextAt = (at + step + choices.length) % choices.length
    const next = choices[nextAt]
    if (!next) return
    if (isSaved) setMarked(next.value)
    else choose(next.value)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[nextAt]?.focus()
  }

  return (
    <div
      ref={group}
      role="radiogroup"
      className={className}
      {...names}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (marked !== null && !currentTarget.contains(relatedTarget)) choose(marked)
      }}
    >
      {choices.map((choice, at) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          className={choiceClass}
          aria-checked={shown === choice.value}
          tabIndex={choice === tabStop ? 0 : -1}
          disabled={disabled}
          data-tooltip={choice.tooltip}
          onClick={() => choose(choice.value)}
          onKeyDown={(event) => handleKeyDown(event, at)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
